"""The calls of the Linux kernel that Python's standard library does not offer; each raises OSError where it fails."""

from __future__ import annotations

import ctypes
import os
import signal
from functools import cache

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38


@cache
def library() -> ctypes.CDLL:
    """Return the C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def call(function: str, *arguments: object) -> int:
    """Call a function of the C library; numbers are passed as machine words.

    The function `syscall` makes system calls by their numbers, for which the library has no function.
    """
    words = [ctypes.c_ulong(one) if isinstance(one, int) else one for one in arguments]
    result = int(getattr(library(), function)(*words))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{function}: {os.strerror(number)}")
    return result


def be_unreadable() -> None:
    """Let no other process of the same user read this one's memory or environment."""
    call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)


def end_with(parent: int) -> None:
    """Ask the kernel to kill this process when its parent ends; end now if that has happened already."""
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def gain_no_privileges() -> None:
    """Give up, for good, all that set-user-id programs could grant: Landlock and seccomp ask for it."""
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
