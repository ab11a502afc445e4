"""The list of attacks on the sandbox: data, and the bench that runs them."""

from attacks import files, network, processes
from attacks.attack import Attack

ATTACKS: tuple[Attack, ...] = (*files.ATTACKS, *network.ATTACKS, *processes.ATTACKS)
