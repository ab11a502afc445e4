"""How a submission's process is locked in on this machine: which layers hold, put on in their order."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from attn_course.sandbox import kernel, landlock, limits, namespaces, privileges, seccomp

LAYERS = ("landlock", "seccomp", "namespaces", "user", "privileges", "limits")
SYSTEM_FILES = (
    *("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache"),
    *("/usr/share/zoneinfo", "/etc/localtime", "/usr/share/fonts"),
)


@cache
def libraries() -> tuple[str, ...]:
    """Return what the process may read: Python's and the system's libraries, time zones and fonts."""
    folders = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths = dict.fromkeys([*folders, str(Path(sys.base_prefix) / "lib"), *SYSTEM_FILES])
    return tuple(path for path in paths if Path(path).exists())


@dataclass(frozen=True)
class Confinement:
    """The layers that are put on; `program` is the filter of system calls, None where there is none."""

    layers: frozenset[str]
    program: bytes | None

    def lock_in(self, scratch: str, number: int, memory: int) -> None:
        """Lock this process in, for good: it must be the only thread. OSError if a layer does not hold.

        Where we are root, it becomes another user for each `number`, whose own the folder `scratch` is.
        """
        parent = os.getppid()
        changes = os.geteuid() == 0 and {"user", "privileges"} <= self.layers
        user = privileges.free_user(number) if changes else os.geteuid()
        if "namespaces" in self.layers:
            namespaces.enter(libraries(), scratch, user)
        elif changes:
            os.chown(scratch, user, user)
        if "limits" in self.layers:
            limits.limit(memory)
        if "privileges" in self.layers:
            privileges.drop(user if changes else None)
        kernel.end_with(parent)
        if "landlock" in self.layers:
            landlock.restrict(libraries(), [scratch])
        if self.program is not None:
            seccomp.load(self.program)


def missing_layers(folder: str) -> dict[str, str]:
    """Try every layer in a process of its own; return those that this machine does not grant, each with the reason.

    `folder` is an empty folder to try it in.
    """
    missing = {
        "landlock": trial(lambda: landlock.restrict([], [])),
        "seccomp": trial(lambda: seccomp.load(seccomp.build(may_write=True, may_remove=True))),
        "namespaces": trial(lambda: namespaces.enter(libraries(), folder, os.geteuid())),
        "user": trial(become_another_user),
    }
    return {layer: reason for layer, reason in missing.items() if reason}


@cache
def confinement(missing: frozenset[str]) -> Confinement:
    """Return what the machine grants, put together."""
    enclosed = "namespaces" not in missing  # then Python's files can be found by every user
    layers = frozenset(LAYERS) - (missing - {"user"} if enclosed else missing)
    may_write = bool(layers & {"landlock", "namespaces"})
    return Confinement(layers, seccomp.build(may_write, may_remove=enclosed) if "seccomp" in layers else None)


def become_another_user() -> None:
    """Where we are root: become another user, who must find Python's files."""
    if os.geteuid() == 0:
        privileges.drop(privileges.free_user(0))
        with Path(os.__file__).open("rb"):
            pass


def trial(action: Callable[[], object]) -> str:
    """Do something irreversible in a forked process; return why it failed, or nothing."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            action()
            reason = ""
        except Exception as error:
            reason = getattr(error, "strerror", None) or str(error)
        os.write(writing, reason.encode()[:1000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        reason = answers.read().decode()
    _, status = os.waitpid(process, 0)
    return reason or ("" if status == 0 else "the trial was ended by the system")
