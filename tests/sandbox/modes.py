"""Machines that this one can play, so that every level of isolation is tried wherever the tests run.

What another machine would not grant is refused by a filter of system calls, which a process keeps when it
executes a program: `python modes.py MODE PROGRAM ...` becomes that program, on such a machine.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from attn_course.sandbox import kernel, namespaces

ORDINARY_USER = 10123  # nobody's number, as a rule
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mode:
    """A machine: who marks on it, what it lacks, and the level of isolation that it reaches."""

    root: bool
    level: int
    lacks: frozenset[str] = frozenset()

    def layers(self, all_layers: Iterable[str]) -> frozenset[str]:
        """Return the layers that stand there; an ordinary user cannot become another one."""
        return frozenset(all_layers) - self.lacks - (frozenset() if self.root else {"user"})


MODES = {
    "root": Mode(True, 4),
    "user": Mode(False, 4),
    "root without namespaces": Mode(True, 3, frozenset({"namespaces"})),
    "user without namespaces": Mode(False, 3, frozenset({"namespaces"})),
    "root without Landlock": Mode(True, 2, frozenset({"landlock"})),
    "user without Landlock": Mode(False, 2, frozenset({"landlock"})),
    "root without both": Mode(True, 2, frozenset({"landlock", "namespaces"})),
    "user without both": Mode(False, 1, frozenset({"landlock", "namespaces"})),
}
REFUSED = {"namespaces": ("unshare", errno.EPERM), "landlock": ("landlock_create_ruleset", errno.ENOSYS)}


def become(mode: Mode) -> None:
    """Play a machine, for good: this process and whatever it executes."""
    if os.geteuid() == 0:
        open_the_way([Path(sys.base_prefix), Path(sys.prefix), ROOT])
        if not mode.root:
            os.setgroups([])
            os.setresgid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)
            os.setresuid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)
    if mode.lacks:
        refuse(mode.lacks)


def refuse(layers: Iterable[str]) -> None:
    """Refuse the system calls that a layer needs."""
    import pyseccomp

    rules = pyseccomp.SyscallFilter(defaction=pyseccomp.ALLOW)
    for layer in layers:
        name, error = REFUSED[layer]
        rules.add_rule(pyseccomp.ERRNO(error), name)
    rules.load()


def open_the_way(places: Iterable[Path]) -> None:
    """Let every user reach these folders, in a mount namespace of our own, though a folder above is closed to them."""
    kernel.call("unshare", namespaces.NEW_MOUNTS)
    kernel.call("mount", None, b"/", None, namespaces.RECURSIVE | namespaces.PRIVATE, None)
    for place in places:
        closed = next((one for one in reversed(place.parents) if not one.stat().st_mode & 0o001), None)
        if closed is None:
            continue
        handle = os.open(place, os.O_PATH)
        namespaces.mount_memory(closed, "mode=755,size=1m")
        place.mkdir(parents=True)
        source = f"/proc/self/fd/{handle}".encode()
        kernel.call("mount", source, os.fsencode(place), None, namespaces.BIND | namespaces.RECURSIVE, None)
        os.close(handle)


if __name__ == "__main__":
    become(MODES[sys.argv[1]])
    ctypes.CDLL(None).prctl(kernel.PR_SET_DUMPABLE, 1, 0, 0, 0)
    os.execv(sys.argv[2], sys.argv[2:])
