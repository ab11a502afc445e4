"""How a submission's process is locked in on this machine: which layers hold, put on in their order."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Collection
from pathlib import Path
from tempfile import TemporaryFile

from attn_course.sandbox import kernel, landlock, limits, namespaces, privileges, seccomp

LAYERS = ("landlock", "seccomp", "namespaces", "user", "privileges", "limits")
SYSTEM = "/usr/lib /usr/lib64 /lib /lib64 /etc/ld.so.cache /usr/share/zoneinfo /etc/localtime /usr/share/fonts".split()


def libraries() -> tuple[str, ...]:
    """Return what the process may read: Python's and the system's libraries, time zones and fonts."""
    folders = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths = dict.fromkeys([*folders, str(Path(sys.base_prefix) / "lib"), *SYSTEM])
    return tuple(path for path in paths if Path(path).exists())


class Confinement:
    """All layers but those that are missing: what may be read (`readable`), and the filter of system calls, if any."""

    def __init__(self, missing: Collection[str]) -> None:
        enclosed = "namespaces" not in missing  # then Python's files can be found by every user
        self.layers = frozenset(LAYERS).difference(missing) | ({"user"} if enclosed else set())
        may_write = bool(self.layers & {"landlock", "namespaces"})
        self.readable = libraries()
        self.program = seccomp.build(may_write, may_remove=enclosed) if "seccomp" in self.layers else None

    def lock_in(self, scratch: str, memory: int) -> None:
        """Lock this process in, for good: it must be the only thread. OSError if a layer does not hold.

        Where we are root, it becomes a user of its own, to whom the folder `scratch` belongs. `memory` is the
        most that its address space may take, in bytes.
        """
        parent = os.getppid()
        changes = os.geteuid() == 0 and {"user", "privileges"} <= self.layers
        user = privileges.free_user(os.getpid()) if changes else os.geteuid()
        if "namespaces" in self.layers:
            namespaces.enter(self.readable, scratch, user)
        elif changes:
            os.chown(scratch, user, user)
        if "limits" in self.layers:
            limits.limit(memory)
        if "privileges" in self.layers:
            privileges.drop(user if changes else None)
        kernel.end_with(parent)
        if "landlock" in self.layers:
            landlock.restrict(self.readable, [scratch])
        if self.program is not None:
            seccomp.load(self.program)


def missing_layers(folder: str) -> dict[str, str]:
    """Try every layer in a process of its own; return those that this machine does not grant, each with the reason.

    `folder` is an empty folder to try it in.
    """
    trials: dict[str, Callable[[], None]] = {
        "landlock": lambda: landlock.restrict([], []),
        "seccomp": lambda: seccomp.load(seccomp.build(may_write=True, may_remove=True)),
        "namespaces": lambda: namespaces.enter(libraries(), folder, os.geteuid()),
        "user": become_another_user,
    }
    return {layer: reason for layer, action in trials.items() if (reason := trial(action))}


def become_another_user() -> None:
    """Where we are root: become another user, who must find Python's files."""
    if os.geteuid() == 0:
        privileges.drop(privileges.free_user(0))
        Path(os.__file__).read_bytes()


def trial(action: Callable[[], object]) -> str:
    """Do something irreversible in a forked process; return why it failed, or nothing."""
    with TemporaryFile() as reason:
        process = os.fork()
        if process == 0:
            try:
                action()
            except Exception as error:
                os.write(reason.fileno(), str(getattr(error, "strerror", None) or error).encode())
            os._exit(0)
        _, status = os.waitpid(process, 0)
        reason.seek(0)
        return reason.read().decode() or ("" if status == 0 else "the trial was ended by the system")
