"""What a machine has to have for some attacks to be possible at all.

Each is tried in a trusted process of its own, which is not locked in.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache

# ctypes' way to call the system by number; used by these trials and by the attacks.
SYSTEM_CALLS = """\
import ctypes, os, platform

libc = ctypes.CDLL(None, use_errno=True)
intel = platform.machine() == "x86_64"
NUMBERS = dict(
    open_by_handle_at=304 if intel else 265, name_to_handle_at=303 if intel else 264, openat2=437,
    process_vm_readv=310 if intel else 270, process_vm_writev=311 if intel else 271,
    memfd_create=319 if intel else 279, bpf=321 if intel else 280, userfaultfd=323 if intel else 282,
    perf_event_open=298 if intel else 241, add_key=248 if intel else 217, keyctl=250 if intel else 219,
    kcmp=312 if intel else 272, ioprio_set=251 if intel else 30, mq_open=240 if intel else 180,
    mq_timedsend=242 if intel else 182, mq_timedreceive=243 if intel else 183, mq_unlink=241 if intel else 181,
    rt_sigqueueinfo=129 if intel else 138, tgkill=234 if intel else 131, tkill=200 if intel else 130,
    io_uring_setup=425, io_uring_enter=426, pidfd_send_signal=424, pidfd_open=434, pidfd_getfd=438,
    clone3=435, mount_setattr=442, memfd_secret=447, open_tree=428, fsopen=430, move_pages=279 if intel else 239,
    inotify_init1=294 if intel else 26, fanotify_init=300 if intel else 262, swapon=167 if intel else 224,
    setxattr=188 if intel else 5, syslog=103 if intel else 116, shmget=29 if intel else 194,
    fork=57, chmod=90, clone=56 if intel else 220, acct=163 if intel else 89, process_madvise=440,
)


def system(name, *arguments):
    \"\"\"Call the system by number; raise OSError like Python's own functions.\"\"\"
    number = NUMBERS[name] if isinstance(name, str) else name
    plain = [one if isinstance(one, (bytes, ctypes.Array)) else ctypes.c_long(one) for one in arguments]
    result = libc.syscall(ctypes.c_long(number), *plain)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def checked(result):
    \"\"\"Raise OSError where a function of the C library reports a failure.\"\"\"
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
"""

# A function `call32(number, b, c, d)` in machine code: the system calls of 32-bit programs, through int 0x80.
CALLS_OF_32_BITS = """\
import mmap

code = bytes.fromhex("53 89f8 89f3 4189c8 89d1 4489c2 cd80 5b c3")
page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40, prot=7)  # below 4 GB
page.write(code)
place = ctypes.addressof(ctypes.c_char.from_buffer(page))
call32 = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_int] * 4)(place)
"""

TRIALS = {
    "root": "assert os.geteuid() == 0",
    "shared-memory-files": "open('/dev/shm/attn-trial', 'w').close(); os.remove('/dev/shm/attn-trial')",
    "io_uring": "system('io_uring_setup', 1, ctypes.create_string_buffer(120))",
    "userfaultfd": "system('userfaultfd', 1)",
    "keyrings": "system('add_key', b'user', b'attn-trial', b'x', 1, -3)",
    "message-queues": "system('mq_open', b'attn-trial', 0o102, 0o600, 0); system('mq_unlink', b'attn-trial')",
    "bpf": "system('bpf', 0, ctypes.create_string_buffer((2).to_bytes(4, 'little') + (4).to_bytes(4, 'little') * 2 "
    "+ (1).to_bytes(4, 'little') + bytes(104)), 72)",
    "perf": "system('perf_event_open', ctypes.create_string_buffer(b'\\1\\0\\0\\0\\x70' + bytes(107)), 0, -1, -1, 0)",
    "kcmp": "system('kcmp', os.getpid(), os.getpid(), 0, 0, 0)",
    "memfd_secret": "system('memfd_secret', 0)",
    "32-bit-calls": f"{CALLS_OF_32_BITS}\nassert intel and call32(20, 0, 0, 0) == os.getpid()",
    "x32-calls": "assert system(0x40000000 | 39) == os.getpid()",
    "file-marks": "os.setxattr('/tmp', 'user.attn-trial', b'x'); os.removexattr('/tmp', 'user.attn-trial')",
    "IPv6": "import socket\nsocket.socket(socket.AF_INET6).bind(('::1', 0))",
    "MPTCP": "import socket\nsocket.socket(proto=262)",
    "namespaces": "checked(libc.unshare(0x10000000))",
    "AF_ALG": "import socket\nsocket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)",
    "packet-sockets": "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "fanotify": "system('fanotify_init', 0, 0)",
    "kernel-messages": "os.open('/dev/kmsg', os.O_RDONLY | os.O_NONBLOCK)",
    "file-handles": "system('name_to_handle_at', -100, b'/tmp', ctypes.create_string_buffer((128).to_bytes(4, 'little')"
    " + bytes(132)), ctypes.create_string_buffer(8), 0)",
    "new-mounts": "system('fsopen', b'tmpfs', 0)",
    "real-time": "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
    "raising-limits": "import resource\nhard = resource.getrlimit(resource.RLIMIT_SIGPENDING)[1] + 1\n"
    "resource.setrlimit(resource.RLIMIT_SIGPENDING, (hard, hard))",
    "reading-parents": "open(f'/proc/{os.getppid()}/mem').close()",
    "terminals": "import pty\npty.openpty()",
}


@cache
def has(name: str) -> bool:
    """Tell whether this machine, and this user, has what an attack needs."""
    if sys.platform != "linux":
        return False
    trial = f"{SYSTEM_CALLS}\n{TRIALS[name]}"
    return subprocess.run([sys.executable, "-I", "-c", trial], capture_output=True, check=False).returncode == 0


def lacks(needs: frozenset[str]) -> str:
    """Return what this machine lacks of the needed, in words."""
    return ", ".join(sorted(name for name in needs if not has(name)))
