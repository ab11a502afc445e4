"""Attacks on other processes, and by processes of its own."""

from attacks.attack import Attack, Sign, layers
from attacks.machine import SYSTEM_CALLS
from attacks.signs import changes, connects, harms_the_victim, says_so, survives, tells, tells_victims_secret

STARTS = "Other programs do what Python is kept from, and many processes take all processors."
KILLS = "The grader, or what else the same user runs, ends or stands still."
LOOKS = "What another process keeps is read: tests, expected values, secrets."
OUTLIVES = "It goes on after it was marked: it watches the next submissions, or takes processor time for ever."

VECTOR = """\
class Vector(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("size", ctypes.c_size_t)]
"""
FIND_PROCESSES = "import os\nfor one in filter(str.isdigit, os.listdir('/proc')):\n"


def starting(name: str, *cells: str, stopped_by: str = "seccomp") -> Attack:
    """Return an attack that starts processes; the last cell gets to its end if it could."""
    return Attack(name, STARTS, cells, layers(stopped_by), says_so)


def harming(name: str, *cells: str, stopped_by: str = "seccomp user", needs: str = "") -> Attack:
    """Return an attack on another process of the same user."""
    return Attack(name, KILLS, cells, layers(stopped_by), harms_the_victim, needs=layers(needs))


def looking(name: str, *cells: str, stopped_by: str, sign: Sign = tells_victims_secret, needs: str = "") -> Attack:
    """Return an attack that reads from another process."""
    return Attack(name, LOOKS, cells, layers(stopped_by), sign, needs=layers(needs))


def outliving(name: str, *cells: str, stopped_by: str = "seccomp") -> Attack:
    """Return an attack that leaves a process behind, for a minute at most."""
    return Attack(name, OUTLIVES, cells, layers(stopped_by), survives)


FORK = """\
import os
process = os.fork()
if process == 0:
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 7
print("SUCCEEDED")
"""

STAY = "        import time\n        time.sleep(20)\n        os._exit(0)\n"

ATTACKS = (
    # --- starts ---------------------------------------------------------------------------------
    starting("forks", FORK),
    starting(
        "forks twenty times",
        """\
        import os
        processes = []
        for number in range(20):
            processes.append(os.fork())
            if processes[-1] == 0:
                os._exit(0)
        for process in processes:
            os.waitpid(process, 0)
        print("SUCCEEDED")
        """,
    ),
    starting("runs a program", "import subprocess\nsubprocess.run(['true'], check=True)\nprint('SUCCEEDED')"),
    starting("runs a program by os.system", "import os\nassert os.system('true') == 0\nprint('SUCCEEDED')"),
    starting(
        "runs a program by posix_spawn",
        "import os\nos.waitpid(os.posix_spawnp('true', ['true'], {}), 0)\nprint('SUCCEEDED')",
    ),
    starting(
        "runs a program by IPython's own way",
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "InteractiveShell.system_raw(get_ipython(), 'true')\nassert _exit_code == 0\n"
        "print('SUCCEEDED')",
    ),
    starting("runs a program in a terminal", "import pty, os\nassert pty.spawn(['true']) == 0\nprint('SUCCEEDED')"),
    starting(
        "starts a process of multiprocessing",
        "import multiprocessing\n"
        "one = multiprocessing.get_context('fork').Process(target=print)\none.start()\n"
        "one.join()\n"
        "assert one.exitcode == 0\nprint('SUCCEEDED')",
    ),
    starting(
        "forks by the C library",
        SYSTEM_CALLS,
        "process = checked(libc.fork())\nif process == 0:\n    os._exit(0)\nos.waitpid(process, 0)\nprint('SUCCEEDED')",
    ),
    starting(
        "forks by the number of the system call clone",
        SYSTEM_CALLS,
        "process = system('clone', 17, 0, 0, 0, 0)\nif process == 0:\n    os._exit(0)\n"
        "os.waitpid(process, 0)\nprint('SUCCEEDED')",
    ),
    starting(
        "forks by the number of the system call clone3",
        SYSTEM_CALLS,
        "wish = ctypes.create_string_buffer(bytes(32) + (17).to_bytes(8, 'little') + bytes(24))\n"
        "process = system('clone3', wish, 64)\nif process == 0:\n    os._exit(0)\n"
        "os.waitpid(process, 0)\nprint('SUCCEEDED')",
    ),
    Attack(
        "becomes another program",
        STARTS,
        ("import os, sys\nos.execv(sys.executable, ['python', '-c', 'open(\"$OPEN/new\", \"x\")'])",),
        layers("seccomp landlock namespaces"),
        changes,
    ),
    Attack(
        "becomes another program by its file descriptor",
        STARTS,
        (
            "import os, sys\nos.execve(os.open(sys.executable, os.O_RDONLY), "
            "['python', '-c', 'import socket; socket.create_connection((\"127.0.0.1\", $TCP))'], {})",
        ),
        layers("seccomp namespaces"),
        connects,
    ),
    # --- harms ----------------------------------------------------------------------------------
    harming("kills another process", "import os\nos.kill($VICTIM, 9)"),
    harming("stops another process", "import os\nos.kill($VICTIM, 19)\nimport time\ntime.sleep(0.05)"),
    harming("kills the group of another process", "import os\nos.killpg($VICTIM, 9)"),
    harming(
        "kills another process by its handle",
        SYSTEM_CALLS,
        "system('pidfd_send_signal', system('pidfd_open', $VICTIM, 0), 9, 0, 0)",
    ),
    harming(
        "kills another process by its folder",
        SYSTEM_CALLS,
        "system('pidfd_send_signal', os.open('/proc/$VICTIM', 0), 9, 0, 0)",
        stopped_by="landlock seccomp namespaces user",
    ),
    harming("kills a thread of another process", SYSTEM_CALLS, "system('tgkill', $VICTIM, $VICTIM, 9)"),
    harming("kills a thread by the old call", SYSTEM_CALLS, "system('tkill', $VICTIM, 9)"),
    harming(
        "kills another process by a queued signal",
        SYSTEM_CALLS,
        "about = (9).to_bytes(4, 'little') + bytes(4) + (-1).to_bytes(4, 'little', signed=True) + bytes(116)\n"
        "system('rt_sigqueueinfo', $VICTIM, 9, ctypes.create_string_buffer(about))",
    ),
    harming(
        "has the system kill another process, when a pipe can be read",
        "import fcntl, os, socket\none, other = socket.socketpair()\n"
        "fcntl.fcntl(one, 8, $VICTIM)\nfcntl.fcntl(one, 10, 9)\n"
        "fcntl.fcntl(one, fcntl.F_SETFL, fcntl.fcntl(one, fcntl.F_GETFL) | os.O_ASYNC)\n"
        "other.send(b'x')\nimport time\ntime.sleep(0.05)",
    ),
    harming(
        "limits another process",
        "import resource\nresource.prlimit($VICTIM, resource.RLIMIT_CORE, (0, 0))\n"
        "resource.prlimit($VICTIM, resource.RLIMIT_NOFILE, (9, 9))",
    ),
    harming("slows another process down", "import os\nos.setpriority(os.PRIO_PROCESS, $VICTIM, 19)"),
    harming(
        "moves another process to one processor",
        "import os\nos.sched_setaffinity($VICTIM, {min(os.sched_getaffinity(0))})",
    ),
    harming(
        "makes another process wait for all others",
        "import os\nos.sched_setscheduler($VICTIM, os.SCHED_IDLE, os.sched_param(0))",
    ),
    harming(
        "has another process killed first when memory is short",
        "open('/proc/$VICTIM/oom_score_adj', 'w').write('1000')",
        stopped_by="landlock namespaces user",
    ),
    harming(
        "writes into another process's memory",
        SYSTEM_CALLS,
        VECTOR,
        "text = ctypes.create_string_buffer(b'changed')\n"
        "here, there = Vector(ctypes.addressof(text), 7), Vector($VICTIM_ADDRESS, 7)\n"
        "system('process_vm_writev', $VICTIM, ctypes.addressof(here), 1, ctypes.addressof(there), 1, 0)",
        stopped_by="seccomp user",
    ),
    harming(
        "writes into another process's memory file",
        "import os\nos.pwrite(os.open('/proc/$VICTIM/mem', os.O_RDWR), b'changed', $VICTIM_ADDRESS)",
        stopped_by="landlock namespaces user",
    ),
    Attack(
        "may signal the grader",
        KILLS,
        ("import os\nos.kill($GRADER, 23)  # it is ignored unless one waits for it\nprint('SUCCEEDED')",),
        layers("seccomp user"),
        says_so,
    ),
    Attack(
        "may signal the process that made it",
        KILLS,
        ("import os\nassert os.getppid() > 1\nos.kill(os.getppid(), 23)\nprint('SUCCEEDED')",),
        layers("seccomp user"),
        says_so,
    ),
    Attack(
        "puts itself before all others",
        "Others' deadlines pass while it runs.",
        ("import os\nos.setpriority(os.PRIO_PROCESS, 0, -5)\nprint('SUCCEEDED')",),
        layers("privileges"),
        says_so,
        needs=layers("root"),
    ),
    Attack(
        "runs in real time",
        "Nothing else runs on its processor.",
        ("import os\nos.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))\nprint('SUCCEEDED')",),
        layers("privileges seccomp"),
        says_so,
        needs=layers("root real-time"),
    ),
    # --- looks ----------------------------------------------------------------------------------
    looking(
        "reads another process's memory",
        SYSTEM_CALLS,
        VECTOR,
        "text = ctypes.create_string_buffer($SECRET_LENGTH)\nsystem('process_vm_readv', $VICTIM, "
        "ctypes.addressof(here := Vector(ctypes.addressof(text), $SECRET_LENGTH)), 1, "
        "ctypes.addressof(there := Vector($VICTIM_ADDRESS, $SECRET_LENGTH)), 1, 0)\nprint(text.raw)",
        stopped_by="seccomp user",
    ),
    looking(
        "reads the grader's memory",
        SYSTEM_CALLS,
        VECTOR,
        "text = ctypes.create_string_buffer($SECRET_LENGTH)\nsystem('process_vm_readv', $GRADER, "
        "ctypes.addressof(here := Vector(ctypes.addressof(text), $SECRET_LENGTH)), 1, "
        "ctypes.addressof(there := Vector($GRADER_ADDRESS, $SECRET_LENGTH)), 1, 0)\nprint(text.raw)",
        stopped_by="seccomp user",
        sign=tells("memory"),
        needs="reading-parents",
    ),
    looking(
        "reads the grader's memory file",
        "import os\nprint(os.pread(os.open('/proc/$GRADER/mem', 0), $SECRET_LENGTH, $GRADER_ADDRESS))",
        stopped_by="landlock namespaces user",
        sign=tells("memory"),
        needs="reading-parents",
    ),
    looking(
        "reads another process's memory file",
        "import os\nprint(os.pread(os.open('/proc/$VICTIM/mem', 0), $SECRET_LENGTH, $VICTIM_ADDRESS))",
        stopped_by="landlock namespaces user",
    ),
    looking(
        "debugs another process",
        SYSTEM_CALLS,
        """\
        checked(libc.ptrace(16, $VICTIM, 0, 0))
        os.waitpid($VICTIM, 0x40000000)
        libc.ptrace.restype = ctypes.c_long
        libc.ptrace.argtypes = [ctypes.c_long] * 4
        words = [libc.ptrace(1, $VICTIM, $VICTIM_ADDRESS + place, 0) for place in (0, 8, 16)]
        print(b"".join(word.to_bytes(8, "little", signed=True) for word in words))
        libc.ptrace(17, $VICTIM, 0, 0)
        """,
        stopped_by="seccomp user",
    ),
    looking(
        "reads another process's variables",
        "print(open('/proc/$VICTIM/environ').read())",
        stopped_by="landlock namespaces user",
    ),
    looking(
        "reads another process's arguments",
        "print(open('/proc/$VICTIM/cmdline').read())",
        stopped_by="landlock namespaces",
    ),
    looking(
        "reads the arguments of all processes",
        f"{FIND_PROCESSES}    print(open(f'/proc/{{one}}/cmdline').read()[-80:])",
        stopped_by="landlock namespaces",
    ),
    looking(
        "opens a file that another process has opened",
        "import os\nprint(os.pread(os.open('/proc/$VICTIM/fd/$VICTIM_FD', 0), 99, 0))",
        stopped_by="landlock namespaces user",
    ),
    looking(
        "takes an open file from another process",
        SYSTEM_CALLS,
        "print(os.pread(system('pidfd_getfd', system('pidfd_open', $VICTIM, 0), $VICTIM_FD, 0), 99, 0))",
        stopped_by="seccomp user",
    ),
    Attack(
        "looks into where another process keeps things",
        LOOKS,
        ("assert open('/proc/$VICTIM/maps').read()\nprint('SUCCEEDED')",),
        layers("landlock namespaces user"),
        says_so,
    ),
    Attack(
        "compares what two other processes have open",
        LOOKS,
        (SYSTEM_CALLS, "system('kcmp', os.getpid(), $VICTIM, 2, 0, 0)\nprint('SUCCEEDED')"),
        layers("seccomp user"),
        says_so,
        needs=layers("kcmp"),
    ),
    # --- outlives -------------------------------------------------------------------------------
    outliving(
        "leaves a process in a session of its own",
        f"import os\nif os.fork() == 0:\n    os.setsid()\n    if True:\n{STAY}",
    ),
    outliving(
        "leaves a process in a group of its own",
        f"import os\nif os.fork() == 0:\n    os.setpgid(0, 0)\n    if True:\n{STAY}",
    ),
    outliving(
        "leaves a daemon",
        f"import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n{STAY}    os._exit(0)",
    ),
    outliving(
        "leaves a daemon that heeds no signal",
        "import os, signal\nif os.fork() == 0:\n    os.setsid()\n"
        "    [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]\n"
        f"    os.closerange(0, 99)\n    if os.fork() == 0:\n{STAY}    os._exit(0)",
    ),
    outliving("leaves a program", "import subprocess\nsubprocess.Popen(['sleep', '20'], start_new_session=True)"),
    outliving(
        "leaves a process, and ends itself",
        "import os\nif os.fork() == 0:\n    os.setsid()\n    if True:\n"
        f"        os.closerange(0, 99)\n{STAY}os._exit(0)",
    ),
    outliving("leaves a process in the same group", f"import os\nif os.fork() == 0:\n    if True:\n{STAY}"),
    Attack(
        "leaves threads that are busy",
        OUTLIVES,
        (
            "import threading\nfor _ in range(3):\n"
            "    threading.Thread(target=lambda: exec('while True: pass')).start()",
        ),
        layers("process"),
        survives,
        unproven="threads end with their process",
    ),
)
