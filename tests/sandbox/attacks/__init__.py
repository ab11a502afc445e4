"""The list of attacks on the sandbox: data, and the bench that runs them."""

from attacks import (
    deadlines,
    files,
    grading_tricks,
    kernel,
    memory_and_disk,
    network,
    notes,
    processes,
    python_tricks,
    text,
    view,
    wire_forgery,
)
from attacks.attack import Attack

KINDS = (
    *(files, network, processes, kernel, memory_and_disk, notes),
    *(view, grading_tricks, python_tricks, wire_forgery, text, deadlines),
)
ATTACKS: tuple[Attack, ...] = tuple(attack for kind in KINDS for attack in kind.ATTACKS)
