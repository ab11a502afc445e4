"""How well a submission's process is locked in on this machine: printed and stored with every result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory

from attn_course.sandbox.program import python_command

FULL = "full: files, system calls, memory and processes locked in, in namespaces of their own"
STRONG = "strong: locked in without namespaces; the size of a submission's folder is watched, not capped"
MEDIUM = "medium: no Landlock; a file system of its own, with nothing but the libraries"
MEDIUM_AS_ROOT = (
    "medium: no Landlock and no namespaces; submissions cannot write files, but read those that every user may: "
    "keep tests in folders that only root can open"
)
WEAK = (
    "WEAK: no Landlock and no namespaces; a submission can READ any file that you can read. Mark only where no answer "
    "key and no other submission is readable"
)
SYSTEMS = {"darwin": ("macOS", "in Docker or on Linux"), "win32": ("Windows", "in WSL2 or Docker")}
ADVICE = {
    "seccomp": "Install libseccomp2 (Fedora: libseccomp) and Python's pyseccomp, on x86-64, AArch64 or RISC-V.",
    "landlock": "Use Linux 5.13 or newer with Landlock among its security modules (`lsm=landlock,...` at boot).",
    "namespaces": (
        "Mark as root, or allow user namespaces (Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0; "
        "Docker: --security-opt seccomp=unconfined or --privileged)."
    ),
    "user": "Put Python where every user can open it, or mark as an ordinary user.",
}


@dataclass(frozen=True)
class IsolationLevel:
    """A step from 0 (none) to 4 (full), and the words for it; `missing` says why it is no higher, layer by layer."""

    level: int
    label: str
    missing: Mapping[str, str] = field(default_factory=dict)

    @property
    def advice(self) -> tuple[str, ...]:
        """What would raise the level, in sentences."""
        return tuple(ADVICE[layer] for layer in self.missing) if self.level < 4 else ()


def level_of(missing: Collection[str], root: bool) -> tuple[int, str]:
    """Return the level of a Linux machine without these layers, and its label."""
    if "seccomp" in missing:
        return 0, "NONE for networks and processes: no filter of system calls"
    if "landlock" not in missing:
        return (3, STRONG) if "namespaces" in missing else (4, FULL)
    if "namespaces" not in missing:
        return 2, MEDIUM
    return (2, MEDIUM_AS_ROOT) if root and "user" not in missing else (1, WEAK)


def linux_level(missing: Mapping[str, str]) -> IsolationLevel:
    """Return the level of this Linux machine, on which these layers are missing, each with the reason."""
    return IsolationLevel(*level_of(missing, os.geteuid() == 0), missing)


def level_elsewhere(system: str) -> IsolationLevel:
    """Return the level of a system that is not Linux."""
    name, place = SYSTEMS.get(system, ("this system", "on Linux"))
    return IsolationLevel(0, f"NONE on {name}: a process of its own, not locked in. Mark {place}")


def isolation() -> IsolationLevel:
    """Try what this machine grants, in a small process of its own."""
    if sys.platform != "linux":
        return level_elsewhere(sys.platform)
    with TemporaryDirectory(prefix="trial-") as folder:
        try:
            answer = subprocess.check_output(python_command("level", "print_missing_layers"), cwd=folder, timeout=60)
        except (OSError, subprocess.SubprocessError):
            return IsolationLevel(0, "UNKNOWN: this machine did not let it be tried")
    return linux_level(json.loads(answer))


def print_missing_layers() -> None:
    """Print, as JSON, which layers this machine does not grant, tried in the current folder."""
    from attn_course.sandbox.confinement import missing_layers

    print(json.dumps(missing_layers(os.getcwd())))  # noqa: PTH109
