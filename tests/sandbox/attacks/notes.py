"""Attacks that leave a note: for another submission, or for the submission's own next process.

With notes, a class helps one another while it is marked, and a process that is asked by public tests
learns what another was asked by hidden ones.
"""

from attacks.attack import Attack, layers
from attacks.machine import SYSTEM_CALLS
from attacks.marking import hidden_digits
from attacks.signs import passes_a_note, shows

TELLS = "One submission tells another what it was asked, and what it has found out."


def leaving(name: str, write: str, read: str, stopped_by: str, needs: str = "", unproven: str = "") -> Attack:
    """Return an attack whose note is found by a later submission."""
    return Attack(
        name, TELLS, (write,), layers(stopped_by), passes_a_note, later=(read,), needs=layers(needs), unproven=unproven
    )


def showing(name: str, write: str, read: str, stopped_by: str, needs: str = "") -> Attack:
    """Return an attack whose note is found by a submission that runs at the same time."""
    return Attack(name, TELLS, (write,), layers(stopped_by), passes_a_note, beside=(read,), needs=layers(needs))


KEY = "key = int('$NAME'[-6:], 16)\n"
QUEUE = SYSTEM_CALLS + KEY
OPEN_QUEUE = "queue = system('mq_open', b'$NAME', 0o102, 0o666, 0)\n"

ATTACKS = (
    leaving(
        "leaves a note in /tmp",
        "open('/tmp/$NAME', 'w').write('$MESSAGE')",
        "import os\nprint(open('/tmp/$NAME').read())\nos.remove('/tmp/$NAME')",
        "landlock seccomp namespaces",
    ),
    leaving(
        "leaves a note in the memory that looks like a disk",
        "open('/dev/shm/$NAME', 'w').write('$MESSAGE')",
        "import os\nprint(open('/dev/shm/$NAME').read())\nos.remove('/dev/shm/$NAME')",
        "landlock seccomp namespaces",
        needs="shared-memory-files",
    ),
    leaving(
        "leaves a note in named shared memory",
        "import _posixshmem, os\n"
        "os.write(_posixshmem.shm_open('/$NAME', os.O_CREAT | os.O_RDWR, mode=0o666), b'$MESSAGE')",
        "import _posixshmem, os\nprint(os.read(_posixshmem.shm_open('/$NAME', os.O_RDWR, mode=0o666), 99).decode())\n"
        "_posixshmem.shm_unlink('/$NAME')",
        "landlock seccomp namespaces",
        needs="shared-memory-files",
    ),
    leaving(
        "leaves a note where anybody may write",
        "open('$OPEN/note', 'w').write('$MESSAGE')",
        "print(open('$OPEN/note').read())",
        "landlock seccomp namespaces",
    ),
    leaving(
        "leaves a note in a folder's name",
        "import os\nos.mkdir('$OPEN/$MESSAGE')",
        "import os\nprint(os.listdir('$OPEN'))",
        "landlock seccomp namespaces",
    ),
    leaving(
        "leaves a note in the time of a file",
        "import os\nos.utime('$MARKS', ns=(0, int('$MESSAGE', 16)))",
        "import os\nprint(f'{os.stat(\"$MARKS\").st_mtime_ns:010x}')",
        "seccomp namespaces user",
    ),
    leaving(
        "leaves a note in the mark of a file",
        "import os\nos.setxattr('$MARKS', 'user.note', b'$MESSAGE')",
        "import os\nprint(os.getxattr('$MARKS', 'user.note').decode())",
        "seccomp namespaces",
        needs="file-marks",
    ),
    leaving(
        "leaves a note in its own folder",
        "open('note', 'w').write('$MESSAGE')",
        "import glob, os\n"
        "print([open(note).read() for note in ['note', *glob.glob('../submission-*/note')] if os.path.exists(note)])",
        "process",
        unproven="every process has a folder of its own, which goes with it",
    ),
    leaving(
        "leaves a note in its home",
        "import os\n"
        "for home in {os.path.expanduser('~'), os.environ['HOME'], os.environ['TMPDIR'], os.environ['MPLCONFIGDIR']}:\n"
        "    open(f'{home}/note', 'w').write('$MESSAGE')",
        "import os\n"
        "for home in {os.path.expanduser('~'), os.environ['HOME'], os.environ['TMPDIR'], os.environ['MPLCONFIGDIR']}:\n"
        "    print(open(f'{home}/note').read())",
        "process",
        unproven="every process has a folder of its own, which goes with it",
    ),
    leaving(
        "leaves a note in a module of Python",
        "import builtins, sys, numpy\nbuiltins.note = sys.note = numpy.note = '$MESSAGE'",
        "import builtins, sys, numpy\nfor module in (builtins, sys, numpy):\n    print(getattr(module, 'note', ''))",
        "process",
        unproven="every submission is forked from a process that runs none",
    ),
    leaving(
        "leaves a note in shared memory",
        SYSTEM_CALLS + KEY + "memory = checked(libc.shmget(key, 4096, 0o1666))\nlibc.shmat.restype = ctypes.c_void_p\n"
        "ctypes.memmove(libc.shmat(memory, None, 0), b'$MESSAGE', 10)",
        SYSTEM_CALLS + KEY + "memory = checked(libc.shmget(key, 4096, 0o666))\nlibc.shmat.restype = ctypes.c_void_p\n"
        "print(ctypes.string_at(libc.shmat(memory, None, 0)).decode())\nlibc.shmctl(memory, 0, None)",
        "seccomp namespaces",
    ),
    leaving(
        "leaves a note in a queue of messages",
        SYSTEM_CALLS + KEY + "note = ctypes.create_string_buffer((1).to_bytes(8, 'little') + b'$MESSAGE')\n"
        "checked(libc.msgsnd(checked(libc.msgget(key, 0o1666)), note, 10, 0))",
        SYSTEM_CALLS + KEY + "note, queue = ctypes.create_string_buffer(99), checked(libc.msgget(key, 0o666))\n"
        "checked(libc.msgrcv(queue, note, 90, 0, 0o4000))\nprint(note.raw[8:].decode())\nlibc.msgctl(queue, 0, None)",
        "seccomp namespaces",
    ),
    leaving(
        "leaves a note in a named queue of messages",
        f"{SYSTEM_CALLS}{OPEN_QUEUE}system('mq_timedsend', queue, b'$MESSAGE', 10, 0, 0)",
        f"{SYSTEM_CALLS}{OPEN_QUEUE}note = ctypes.create_string_buffer(9000)\n"
        "system('mq_timedreceive', queue, note, 8999, 0, ctypes.create_string_buffer(16))\nprint(note.value.decode())\n"
        "system('mq_unlink', b'$NAME')",
        "seccomp namespaces",
        needs="message-queues",
    ),
    leaving(
        "leaves a note in the kernel's keys",
        f"{SYSTEM_CALLS}system('add_key', b'user', b'$NAME', b'$MESSAGE', 10, -4)",
        f"{SYSTEM_CALLS}note = ctypes.create_string_buffer(99)\nkey = system('keyctl', 10, -4, b'user', b'$NAME', 0)\n"
        "system('keyctl', 11, key, note, 99)\nprint(note.value.decode())\nsystem('keyctl', 9, key, -4)",
        "seccomp user",
        needs="keyrings",
    ),
    showing(
        "shows a note in its own folder to a neighbour",
        "open('note', 'w').write('$MESSAGE')",
        "import glob, os\nfolder = os.path.dirname(os.getcwd())\n"
        "print([open(note).read() for note in glob.glob(f'{folder}/submission-*/note')])",
        "landlock namespaces user",
    ),
    showing(
        "shows a note in a process's name",
        f"{SYSTEM_CALLS}checked(libc.prctl(15, b'$MESSAGE', 0, 0, 0))",
        "import glob\nfor name in glob.glob('/proc/[0-9]*/comm'):\n    print(open(name).read())",
        "landlock seccomp namespaces",
    ),
    showing(
        "shows a note in a file that it has open",
        "import tempfile\nfile = tempfile.TemporaryFile()\nfile.write(b'$NAME$MESSAGE')\nfile.flush()",
        """\
        import glob, os
        for name in glob.glob("/proc/[0-9]*/fd/*"):
            try:
                if os.readlink(name).endswith("(deleted)"):
                    text = os.pread(os.open(name, os.O_RDONLY | os.O_NONBLOCK), 99, 0).decode("latin-1")
                    print(text if text.startswith("$NAME") else "")
            except OSError:
                pass
        """,
        "landlock namespaces user",
    ),
    showing(
        "shows a note in a lock",
        "import fcntl\nfile = open('$MARKS', 'r+b')\n"
        "fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int('$MESSAGE', 16))",
        "import fcntl, struct\nfile = open('$MARKS', 'r+b')\nlock = struct.pack('hhqqi', fcntl.F_WRLCK, 0, 0, 0, 0)\n"
        "print(f\"{struct.unpack('hhqqi', fcntl.fcntl(file, fcntl.F_GETLK, lock))[2]:010x}\")",
        "landlock seccomp namespaces",
    ),
    showing(
        "tells a note through a socket without a file",
        "import socket, threading\nserver = socket.socket(socket.AF_UNIX)\nserver.bind('\\0$NAME')\nserver.listen()\n"
        "threading.Thread(target=lambda: server.accept()[0].sendall(b'$MESSAGE'), daemon=True).start()",
        "import socket\nother = socket.socket(socket.AF_UNIX)\nother.connect('\\0$NAME')\n"
        "print(other.recv(99).decode())",
        "seccomp namespaces",
    ),
    showing(
        "tells a note through a port",
        KEY + "import socket, threading\nserver = socket.create_server(('127.0.0.1', 20_000 + key % 9_000))\n"
        "threading.Thread(target=lambda: server.accept()[0].sendall(b'$MESSAGE'), daemon=True).start()",
        KEY
        + "import socket\nprint(socket.create_connection(('127.0.0.1', 20_000 + key % 9_000), 2).recv(99).decode())",
        "seccomp namespaces",
    ),
    Attack(
        "tells its process for public tests what the hidden ones asked",
        "The report, which its author reads, shows hidden inputs.",
        (
            """\
            import os

            def treble(x):
                if os.path.exists("$OPEN/note"):
                    print("asked:", open("$OPEN/note").read())
                elif x.shape == (2, 3):
                    open("$OPEN/note", "w").write(repr(float(x[0, 0])))
                return x
            """,
        ),
        layers("landlock seccomp namespaces"),
        shows(hidden_digits()),
        graded=True,
    ),
)
