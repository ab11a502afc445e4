"""Attacks on what all share: memory, disk, open files. None takes more than a little above the limit."""

from attacks.attack import Attack, layers
from attacks.machine import SYSTEM_CALLS
from attacks.signs import says_so

FULL = "The machine's memory or disk is full, and the marking of others fails."


def taking(name: str, *cells: str, stopped_by: str = "limits", needs: str = "") -> Attack:
    """Return an attack whose last cell gets to its end if it could take so much."""
    return Attack(name, FULL, cells, layers(stopped_by), says_so, needs=layers(needs))


ATTACKS = (
    taking(
        "reserves six gigabytes",
        "import mmap\n"
        "memory = mmap.mmap(-1, 6 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)\n"
        "print('SUCCEEDED')",
    ),
    taking("makes an array of six gigabytes", "import numpy as np\nlarge = np.empty(6 << 27)\nprint('SUCCEEDED')"),
    taking(
        "makes an array of six gigabytes piece by piece",
        "import numpy as np\npieces = [np.empty(1 << 24) for _ in range(48)]\nprint('SUCCEEDED')",
    ),
    taking(
        "starts three hundred threads",
        """\
        import threading
        end = threading.Event()
        threads = [threading.Thread(target=end.wait) for _ in range(300)]
        try:
            for thread in threads:
                thread.start()
            print("SUCCEEDED")
        finally:
            end.set()
        """,
    ),
    taking("opens two hundred files", "import os\nfiles = [os.dup(1) for _ in range(200)]\nprint('SUCCEEDED')"),
    taking(
        "announces a file of a terabyte",
        "with open('large', 'wb') as file:\n    file.truncate(1 << 40)\nprint('SUCCEEDED')",
        stopped_by="limits seccomp",
    ),
    taking(
        "writes a file of 24 megabytes",
        "with open('large', 'wb') as file:\n    for _ in range(24):\n"
        "        file.write(bytes(1 << 20))\nprint('SUCCEEDED')",
        stopped_by="limits seccomp",
    ),
    taking(
        "writes a file of 24 megabytes although a signal says stop",
        "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with open('large', 'wb') as file:\n    for _ in range(24):\n"
        "        file.write(bytes(1 << 20))\nprint('SUCCEEDED')",
        stopped_by="limits seccomp",
    ),
    taking(
        "writes many files of 8 megabytes",
        """\
        import time
        for number in range(7):
            with open(f"large{number}", "wb") as file:
                file.write(bytes(8 << 20))
            time.sleep(0.05)
        print("SUCCEEDED")
        """,
        stopped_by="watch seccomp namespaces",
    ),
    taking(
        "hides many files in a folder that nobody may open",
        """\
        import os, time
        os.mkdir("hidden")
        os.chdir("hidden")
        os.chmod("../hidden", 0o300)
        for number in range(7):
            with open(f"large{number}", "wb") as file:
                file.write(bytes(8 << 20))
            time.sleep(0.05)
        print("SUCCEEDED")
        """,
        stopped_by="watch seccomp namespaces",
    ),
    taking(
        "writes many files that have no name any more",
        """\
        import os, time
        files = []
        for number in range(7):
            files.append(open("large", "wb"))
            os.remove("large")
            files[-1].write(bytes(8 << 20))
            files[-1].flush()
            time.sleep(0.05)
        print("SUCCEEDED")
        """,
        stopped_by="seccomp namespaces",
    ),
    taking(
        "makes six thousand empty files",
        "import time\nfor number in range(6000):\n    open(f'{number}', 'x').close()\n"
        "time.sleep(0.2)\nprint('SUCCEEDED')",
        stopped_by="watch seccomp namespaces",
    ),
    taking(
        "fills the memory that looks like a disk",
        """\
        import os
        try:
            with open("/dev/shm/$NAME", "wb") as file:
                for _ in range(40):
                    file.write(bytes(1 << 20))
            print("SUCCEEDED")
        finally:
            os.remove("/dev/shm/$NAME")
        """,
        stopped_by="limits landlock seccomp namespaces",
        needs="shared-memory-files",
    ),
    taking(
        "fills a file in memory that has no name",
        SYSTEM_CALLS,
        "fd = system('memfd_create', b'x', 0)\nfor _ in range(40):\n"
        "    assert os.write(fd, bytes(1 << 20)) == 1 << 20\nprint('SUCCEEDED')",
        stopped_by="limits seccomp",
    ),
    taking(
        "fills pipes",
        """\
        import fcntl, os
        for _ in range(20):
            reading, writing = os.pipe()
            fcntl.fcntl(writing, 1031, 1 << 20)
            os.write(writing, bytes(1 << 20))
        print("SUCCEEDED")
        """,
        stopped_by="seccomp",
    ),
    taking(
        "takes shared memory",
        SYSTEM_CALLS,
        "memory = checked(libc.shmget(0, 48 << 20, 0o1600))\nlibc.shmctl(memory, 0, None)\nprint('SUCCEEDED')",
        stopped_by="seccomp",
    ),
    taking(
        "raises its own limits",
        "import resource\nhard = resource.getrlimit(resource.RLIMIT_SIGPENDING)[1]\n"
        "resource.setrlimit(resource.RLIMIT_SIGPENDING, (hard + 1, hard + 1))\nprint('SUCCEEDED')",
        stopped_by="seccomp privileges",
        needs="raising-limits",
    ),
)
