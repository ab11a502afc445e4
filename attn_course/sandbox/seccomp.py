"""Threat: a submission asks the kernel for more than computing: networks, processes, signals, mounts, debugging.

A filter allows the system calls that Python and NumPy need. Those that notebooks try are refused with
"operation not permitted"; all others do not exist for the process, and the C library falls back on
older ones. libseccomp builds the filter, once, for the architecture at hand; loading it is one call. It
cannot be taken off again.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import socket
import struct
from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile
from typing import Any

from attn_course.sandbox import kernel

ARCHITECTURES = ("x86_64", "aarch64", "riscv64")  # those whose calls are not bundled into one (socketcall, ipc)
MODE_FILTER = 2

# For reading, writing, memory, threads, waiting, signals to itself, the time, and what it may know of itself. The last
# line is for sockets that are open: it can open none but pairs of its own.
ALLOWED = """
    access faccessat faccessat2 chdir fchdir close close_range dup dup2 dup3 fstat fstatfs getcwd getdents getdents64
    lseek lstat newfstatat pread64 preadv read readlink readlinkat readv stat statfs statx umask
    write writev pwrite64 pwritev fsync fdatasync sendfile copy_file_range
    brk madvise membarrier mmap mprotect mremap msync munmap
    arch_prctl exit exit_group futex futex_wait futex_waitv futex_wake get_robust_list getcpu gettid rseq sched_yield
    set_robust_list set_tid_address riscv_hwprobe
    epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_wait eventfd eventfd2 pipe pipe2 poll ppoll pselect6 select
    timerfd_create timerfd_gettime timerfd_settime wait4 waitid
    alarm getitimer pause restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
    rt_sigtimedwait setitimer sigaltstack
    gettimeofday nanosleep time times
    getegid geteuid getgid getgroups getpgrp getpid getppid getrandom getresgid getresuid getrlimit getrusage getuid
    sched_get_priority_max sched_get_priority_min sysinfo uname
    getpeername getsockname getsockopt recvfrom recvmsg sendmsg sendto shutdown
""".split()
CHANGING_FILES = "creat ftruncate mkdir mkdirat rmdir".split()
REMOVING_FILES = "rename renameat renameat2 unlink unlinkat".split()

# Refused with a word that a learner understands, because notebooks try them; whatever is in no list does not exist.
REFUSED = """
    accept accept4 bind connect listen socket clone execve execveat fork vfork kill
    chmod fchmod fchmodat chown fchown fchownat lchown utime utimensat utimes futimesat truncate
    link linkat symlink symlinkat mknod mknodat flock setpriority sched_setaffinity
""".split()

ABOUT_A_PROCESS = "getpgid getsid sched_getaffinity sched_getparam sched_getscheduler".split()
CLOCKS, CLOCK_OF_A_PROCESS = "clock_getres clock_gettime clock_nanosleep".split(), 1 << 31  # its number is negative
# Calls that are harmless with one argument, the one at this place, of these values.
HARMLESS_WITH: dict[str, tuple[int, Sequence[int]]] = {
    **dict.fromkeys(ABOUT_A_PROCESS, (0, [0])),  # the caller
    "getpriority": (1, [0]),
    "socketpair": (0, [socket.AF_UNIX]),  # asyncio wakes itself up by one
    "fcntl": (1, [0, 1, 2, 3, 4, 1030]),  # copies and flags of descriptors, no locks, leases or signals
    "ioctl": (1, [0x5401, 0x5421, 0x541B, 0x5450, 0x5451]),  # is it a terminal, does it block, is there data
}
OPEN_FLAGS = {"open": 1, "openat": 2}  # which argument holds them
FLAGS_THAT_WRITE = (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC)
NAMELESS = os.O_TMPFILE & ~os.O_DIRECTORY


class NoFilter(Exception):
    """No filter can be built on this machine; the message says why."""


def build(may_write: bool, may_remove: bool) -> bytes:
    """Return the filter as a program for the kernel; NoFilter where that cannot be.

    Without `may_write`, no file can be opened for writing or made, wherever it is: for machines on which nothing else
    keeps a submission to its own folder. Without `may_remove`, every file keeps its name: where the folder is watched
    only, one that is open and removed would be seen by nobody.
    """
    if platform.machine() not in ARCHITECTURES:
        raise NoFilter(f"no filter of system calls is made for the architecture {platform.machine()}")
    try:
        import pyseccomp
    except ModuleNotFoundError as error:
        raise NoFilter("the Python package pyseccomp is missing") from error
    except Exception as error:  # it does not find the library that it calls
        raise NoFilter("the library libseccomp is missing") from error
    rules = pyseccomp.SyscallFilter(defaction=pyseccomp.ERRNO(errno.ENOSYS))
    for action, name, *conditions in all_rules(pyseccomp, may_write, may_write and may_remove):
        if pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0:  # this architecture has it
            rules.add_rule(action, name, *conditions)
    with TemporaryFile() as file:  # libseccomp writes nowhere else
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def all_rules(pyseccomp: Any, may_write: bool, may_remove: bool) -> Iterator[tuple[Any, ...]]:
    """Yield every rule: what is done, with which call, under which conditions on its arguments."""
    allow, refuse = pyseccomp.ALLOW, pyseccomp.ERRNO(errno.EPERM)
    yield from ((allow, name) for name in ALLOWED)
    yield from ((refuse, name) for name in REFUSED)
    yield from ((allow if may_write else refuse, name) for name in CHANGING_FILES)
    yield from ((allow if may_remove else refuse, name) for name in REMOVING_FILES)
    forbidden = () if may_remove else (NAMELESS,) if may_write else (NAMELESS, *FLAGS_THAT_WRITE)
    for name, place in OPEN_FLAGS.items():
        yield allow, name, pyseccomp.Arg(place, pyseccomp.MASKED_EQ, sum(forbidden), 0)
        yield from ((refuse, name, pyseccomp.Arg(place, pyseccomp.MASKED_EQ, flag, flag)) for flag in forbidden)
    for name, (place, values) in HARMLESS_WITH.items():
        yield from ((allow, name, pyseccomp.Arg(place, pyseccomp.EQ, value)) for value in values)
    yield from ((allow, name, pyseccomp.Arg(0, pyseccomp.MASKED_EQ, CLOCK_OF_A_PROCESS, 0)) for name in CLOCKS)
    yield allow, "prlimit64", pyseccomp.Arg(0, pyseccomp.EQ, 0), pyseccomp.Arg(2, pyseccomp.EQ, 0)  # its own, to look


def load(program: bytes) -> None:
    """Filter the system calls of this process from now on, for good."""
    instructions = ctypes.create_string_buffer(program, len(program))
    kernel.gain_no_privileges()
    described = struct.pack("@HP", len(program) // 8, ctypes.addressof(instructions))  # <linux/filter.h>
    kernel.call("prctl", kernel.PR_SET_SECCOMP, MODE_FILTER, described, 0, 0)
