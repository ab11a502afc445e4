"""Attacks that ask the kernel for what only a system needs: each door that is open is one more to break through."""

from attacks.attack import Attack, layers
from attacks.machine import SYSTEM_CALLS
from attacks.signs import says_so

DOOR = "A part of the kernel that has had holes, or that does what others are kept from."
OTHER_SYSTEM = "It sees and mounts what the machine keeps from it."


def asking(name: str, cell: str, stopped_by: str = "seccomp", needs: str = "", threat: str = DOOR) -> Attack:
    """Return an attack that asks for something, and says so if it got it."""
    cells = (SYSTEM_CALLS, f"{cell}\nprint('SUCCEEDED')")
    return Attack(name, threat, cells, layers(stopped_by), says_so, needs=layers(needs))


ATTACKS = (
    asking(
        "sets up a ring of system calls",
        "system('io_uring_setup', 1, ctypes.create_string_buffer(120))",
        needs="io_uring",
    ),
    asking(
        "makes a file in memory that could be run",
        "fd = system('memfd_create', b'x', 0)\nos.write(fd, b'#!/bin/true')",
    ),
    asking("makes memory that not even the kernel reads", "system('memfd_secret', 0)", needs="memfd_secret"),
    asking("handles its own page faults", "system('userfaultfd', 1)", needs="userfaultfd"),
    asking("asks for the group of another process", "os.getpgid(1)", threat=OTHER_SYSTEM),
    asking("reads the clock of another process", "import time\ntime.clock_gettime(~1 << 3 | 2)", threat=OTHER_SYSTEM),
    asking(
        "asks whether somebody has read a file lately",
        "with open(os.__file__, 'rb') as file:\n    os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)",
        threat=OTHER_SYSTEM,
    ),
    asking("keeps a key in the kernel", "system('add_key', b'user', b'attn', b'x', 1, -2)", needs="keyrings"),
    asking("asks for a keyring", "system('keyctl', 0, -4, 1)", needs="keyrings"),
    asking(
        "loads a map of the kernel's programs",
        "sizes = b''.join(n.to_bytes(4, 'little') for n in (2, 4, 4, 1))\n"
        "system('bpf', 0, ctypes.create_string_buffer(sizes + bytes(104)), 72)",
        stopped_by="seccomp privileges",
        needs="bpf",
    ),
    asking(
        "measures the processor's caches",
        r"system('perf_event_open', ctypes.create_string_buffer(b'\1\0\0\0\x70' + bytes(107)), 0, -1, -1, 0)",
        needs="perf",
    ),
    asking(
        "mounts a file system",
        "os.mkdir('here')\nchecked(libc.mount(b'x', b'here', b'tmpfs', 0, None))\nlibc.umount2(b'here', 2)",
        stopped_by="seccomp privileges",
        needs="root",
        threat=OTHER_SYSTEM,
    ),
    asking(
        "makes a file system in the new way",
        "system('fsopen', b'tmpfs', 0)",
        stopped_by="seccomp privileges",
        needs="new-mounts",
        threat=OTHER_SYSTEM,
    ),
    asking(
        "copies the tree of mounts",
        "system('open_tree', -100, b'/', 1)",
        stopped_by="seccomp privileges",
        needs="new-mounts",
        threat=OTHER_SYSTEM,
    ),
    asking(
        "leaves the users of this machine", "checked(libc.unshare(0x10000000))", needs="namespaces", threat=OTHER_SYSTEM
    ),
    asking(
        "leaves the mounts of this machine",
        "checked(libc.unshare(0x20000))",
        stopped_by="seccomp privileges",
        needs="root",
        threat=OTHER_SYSTEM,
    ),
    asking(
        "enters another process's network",
        "checked(libc.setns(os.open('/proc/$VICTIM/ns/net', 0), 0))",
        stopped_by="seccomp privileges landlock namespaces",
        needs="root",
        threat=OTHER_SYSTEM,
    ),
    asking(
        "changes its root",
        "os.chroot('.')",
        stopped_by="seccomp privileges",
        needs="root",
        threat=OTHER_SYSTEM,
    ),
    asking(
        "switches the protection of addresses off",
        "assert libc.personality(0x0040000) >= 0\nassert libc.personality(0xFFFFFFFF) & 0x40000",
    ),
    asking("lets itself be debugged", "checked(libc.ptrace(0, 0, 0, 0))"),
    asking("lets others read its memory", "checked(libc.prctl(4, 1, 0, 0, 0))\nassert libc.prctl(3, 0, 0, 0, 0) == 1"),
    asking(
        "becomes root",
        "os.setresuid(0, 0, 0)\nos.chown('.', 12345, 0)",
        stopped_by="seccomp privileges",
        needs="root",
        threat="It has the rights of the user who marks.",
    ),
    asking(
        "names the machine",
        "import socket\nname = socket.gethostname().encode()\nchecked(libc.sethostname(name, len(name)))",
        stopped_by="seccomp privileges",
        needs="root",
    ),
    asking(
        "types into a terminal",
        "import fcntl, pty\nmain, other = pty.openpty()\nfcntl.ioctl(other, 0x5412, b'x')",
        stopped_by="seccomp landlock namespaces",
        needs="root terminals",
        threat="A command is typed into the terminal of whoever marks.",
    ),
    asking(
        "watches all files of a file system",
        "system('fanotify_init', 0, 0)",
        stopped_by="seccomp privileges",
        needs="root fanotify",
    ),
    asking("reads the kernel's log", "system('syslog', 10, 0, 0)", stopped_by="seccomp"),
    asking("has its disk served first", "system('ioprio_set', 1, 0, 2 << 13)"),
    asking("keeps its memory from being swapped", "checked(libc.mlockall(2))\nlibc.munlockall()"),
    asking("moves itself to one processor", "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})"),
    asking("leaves its session", "os.setpgid(0, 0) if os.getpgrp() != os.getpid() else os.fork() or os._exit(0)"),
)
