"""Attacks on files: read the tests and other submissions, change marks, make and remove things."""

from attacks.attack import Attack, layers
from attacks.machine import CALLS_OF_32_BITS, SYSTEM_CALLS
from attacks.signs import changes, says_so, tells

LEARNS_THE_TESTS = "The hidden tests are known, and answers can be made to fit them."
TAKES_THE_MARKS = "Marks are changed after the grading."

SHOW = "print(open('$HIDDEN').read())"


def reading(name: str, *cells: str, stopped_by: str = "landlock namespaces", needs: str = "") -> Attack:
    """Return an attack that reads the hidden tests in some way."""
    return Attack(name, LEARNS_THE_TESTS, cells, layers(stopped_by), tells("hidden"), needs=layers(needs))


def changing(name: str, *cells: str, stopped_by: str = "landlock namespaces seccomp", needs: str = "") -> Attack:
    """Return an attack that changes files which are not the submission's."""
    return Attack(name, TAKES_THE_MARKS, cells, layers(stopped_by), changes, needs=layers(needs))


ATTACKS = (
    reading("reads a hidden test", SHOW),
    reading("reads a hidden test through a file descriptor", "import os\nprint(os.read(os.open('$HIDDEN', 0), 999))"),
    reading(
        "reads a hidden test relative to its own folder", "import os\nprint(open(os.path.relpath('$HIDDEN')).read())"
    ),
    reading("reads a hidden test through /proc/self/root", "print(open('/proc/self/root$HIDDEN').read())"),
    reading("reads a hidden test through /proc/self/cwd", "print(open('/proc/self/cwd/../../..$HIDDEN').read())"),
    reading("reads a hidden test through the grader's root", "print(open('/proc/$GRADER/root$HIDDEN').read())"),
    reading(
        "changes its folder to the hidden tests'", "import os\nos.chdir('$BAIT')\nprint(open('hidden_tests.py').read())"
    ),
    reading(
        "reads a hidden test beneath an opened folder",
        "import os\nfolder = os.open('$BAIT', os.O_PATH)\n"
        "print(open(os.open('hidden_tests.py', 0, dir_fd=folder)).read())",
    ),
    reading(
        "reads a hidden test through a symbolic link",
        "import os\nos.symlink('$HIDDEN', 'mine.py')\nprint(open('mine.py').read())",
        stopped_by="landlock seccomp namespaces",
    ),
    reading(
        "reads a hidden test through a hard link",
        "import os\nos.link('$HIDDEN', 'mine.py')\nprint(open('mine.py').read())",
        stopped_by="landlock seccomp namespaces",
    ),
    reading(
        "copies a hidden test", "import shutil\nshutil.copyfile('$HIDDEN', 'mine.py')\nprint(open('mine.py').read())"
    ),
    reading(
        "reads a hidden test with NumPy", "import numpy as np\nprint(bytes(np.fromfile('$HIDDEN', 'u1')).decode())"
    ),
    reading(
        "maps a hidden test into memory", "import numpy as np\nprint(bytes(np.memmap('$HIDDEN', 'u1', 'r')).decode())"
    ),
    reading("runs a hidden test with %run", "%run $HIDDEN"),
    reading("runs a hidden test with runpy", "import runpy\nrunpy.run_path('$HIDDEN')"),
    reading("imports a hidden test", "import sys\nsys.path.insert(0, '$BAIT')\nimport hidden_tests"),
    reading(
        "shows a hidden test with %pycat", "%pycat $HIDDEN\nget_ipython().run_line_magic('load', '$HIDDEN')\n" + SHOW
    ),
    reading(
        "reads a hidden test with the C library",
        SYSTEM_CALLS,
        "text = ctypes.create_string_buffer(999)\n"
        "libc.read(checked(libc.open(b'$HIDDEN', 0)), text, 999)\nprint(text.value)",
    ),
    reading(
        "reads a hidden test by a system call of its number",
        SYSTEM_CALLS,
        "print(open(system('openat2', -100, b'$HIDDEN', ctypes.create_string_buffer(24), 24)).read())",
    ),
    reading(
        "reads a hidden test by its handle",
        SYSTEM_CALLS,
        """\
        handle = ctypes.create_string_buffer((128).to_bytes(4, "little") + bytes(132))
        system("name_to_handle_at", -100, b"$HIDDEN", handle, ctypes.create_string_buffer(8), 0)
        print(open(system("open_by_handle_at", os.open("/", 0), handle, 0)).read())
        """,
        stopped_by="landlock seccomp namespaces privileges",
        needs="root file-handles",
    ),
    reading(
        "reads a hidden test by a 32-bit system call",
        SYSTEM_CALLS + CALLS_OF_32_BITS,
        """\
        page[100:] = b"$HIDDEN".ljust(len(page) - 100, b"\\0")
        print(open(checked(call32(5, place + 100, 0, 0))).read())
        """,
        stopped_by="landlock seccomp namespaces",
        needs="32-bit-calls",
    ),
    Attack(
        "reads a classmate's submission",
        "It is handed in as one's own.",
        ("print(open('$CLASSMATE').read())",),
        layers("landlock namespaces"),
        tells("classmate"),
    ),
    Attack(
        "lists the submissions",
        "Names of classmates, and what to read next.",
        ("import os\nprint(os.listdir('$SUBMISSIONS'))",),
        layers("landlock namespaces"),
        tells("classmate"),
    ),
    Attack(
        "walks through all folders from the root of the bait",
        "Everything that lies there is found without knowing its name.",
        ("from pathlib import Path\nprint([p.read_text() for p in Path('$BAIT').rglob('*.ipynb')])",),
        layers("landlock namespaces"),
        tells("classmate"),
    ),
    Attack(
        "reads the solution",
        "It is handed in as one's own.",
        ("import json\nprint(json.load(open('$SOLUTION')))",),
        layers("landlock namespaces"),
        tells("solution"),
    ),
    Attack(
        "reads the course secret",
        "The seeds of all submissions are known, and with them the hidden inputs.",
        ("print(open('$COURSE_SECRET').read())",),
        layers("landlock namespaces user"),
        tells("course"),
    ),
    Attack(
        "reads the course secret into an exception's text",
        "The same, where prints are not looked at.",
        ("raise ValueError(open('$COURSE_SECRET').read())",),
        layers("landlock namespaces user"),
        tells("course"),
    ),
    Attack(
        "reads a hidden test into a returned array",
        LEARNS_THE_TESTS,
        ("import numpy as np\ndef tell(x):\n    return np.fromfile('$HIDDEN', 'u1')",),
        layers("landlock namespaces"),
        tells("hidden"),
        calls=("tell",),
    ),
    Attack(
        "reads the accounts of this machine",
        "Names and homes of its users.",
        ("assert 'root' in open('/etc/passwd').read()\nprint('SUCCEEDED')",),
        layers("landlock namespaces"),
        says_so,
    ),
    Attack(
        "reads the kernel's messages",
        "Addresses and what other processes did.",
        ("import os\nos.read(os.open('/dev/kmsg', os.O_RDONLY | os.O_NONBLOCK), 9999)\nprint('SUCCEEDED')",),
        layers("landlock namespaces user"),
        says_so,
        needs=layers("root kernel-messages"),
    ),
    Attack(
        "watches the hidden tests",
        "It learns when they are read, and by how many.",
        (
            SYSTEM_CALLS,
            "watch = system('inotify_init1', 0)\n"
            "checked(libc.inotify_add_watch(watch, b'$BAIT', 1))\nprint('SUCCEEDED')",
        ),
        layers("seccomp namespaces"),
        says_so,
    ),
    changing("overwrites the marks", "open('$MARKS', 'w').write('{\"score\": 20}')"),
    changing("appends to the marks", "open('$MARKS', 'a').write('#')"),
    changing("overwrites a byte of the marks in place", "with open('$MARKS', 'r+b') as marks:\n    marks.write(b'#')"),
    changing(
        "maps the marks into memory and changes them", "import numpy as np\nnp.memmap('$MARKS', 'u1', 'r+')[0] = 35"
    ),
    changing("removes the marks", "import os\nos.remove('$MARKS')"),
    changing(
        "removes the folder of the submissions",
        "import shutil\nshutil.rmtree('$SUBMISSIONS')",
        stopped_by="landlock namespaces seccomp user",
    ),
    changing("renames the marks", "import os\nos.rename('$MARKS', '$OPEN/other.json')"),
    changing(
        "puts a file of its own in the place of the marks",
        "import os\nopen('mine', 'w').close()\nos.replace('mine', '$MARKS')",
    ),
    changing("makes a file", "open('$OPEN/new', 'x')"),
    changing("makes a folder", "import os\nos.mkdir('$OPEN/new')"),
    changing("makes a named pipe", "import os\nos.mkfifo('$OPEN/new')"),
    changing(
        "makes a symbolic link", "import os\nos.symlink('/', '$OPEN/new')", stopped_by="landlock seccomp namespaces"
    ),
    changing(
        "makes a socket's file",
        "import socket\nsocket.socket(socket.AF_UNIX).bind('$OPEN/new')",
        stopped_by="landlock seccomp namespaces",
    ),
    changing("cuts the marks short", "import os\nos.truncate('$MARKS', 0)"),
    changing(
        "changes who may read the secret",
        "import os\nos.chmod('$COURSE_SECRET', 0o777)",
        stopped_by="seccomp namespaces user",
    ),
    changing(
        "changes who may write into the folder",
        "import os\nos.chmod('$BAIT', 0o777)",
        stopped_by="seccomp namespaces user",
    ),
    changing(
        "changes who may write, through an opened path",
        "import os\nfd = os.open('$BAIT', os.O_PATH)\nos.chmod(f'/proc/self/fd/{fd}', 0o777)",
        stopped_by="seccomp namespaces user",
    ),
    changing(
        "changes who may write, by a 32-bit system call",
        SYSTEM_CALLS + CALLS_OF_32_BITS,
        "page[100:] = b'$BAIT'.ljust(len(page) - 100, b'\\0')\nchecked(call32(15, place + 100, 0o777, 0))",
        stopped_by="seccomp namespaces user",
        needs="32-bit-calls",
    ),
    changing(
        "changes who may write, by the call's number with the bit of x32",
        SYSTEM_CALLS,
        "system(0x40000000 | 90, b'$BAIT', 0o777)",
        stopped_by="seccomp namespaces user",
        needs="x32-calls",
    ),
    changing(
        "changes who may write, by the call's number",
        SYSTEM_CALLS,
        "system('chmod' if intel else 53, *(() if intel else (-100,)), b'$BAIT', 0o777)",
        stopped_by="seccomp namespaces user",
    ),
    changing(
        "changes the owner",
        "import os\nos.chown('$BAIT', 12345, 12345)",
        stopped_by="seccomp namespaces user privileges",
        needs="root",
    ),
    changing(
        "changes the time of a file", "import os\nos.utime('$HIDDEN', (1, 1))", stopped_by="seccomp namespaces user"
    ),
    changing(
        "changes the time of a file that anybody may write",
        "import os\nos.utime('$MARKS')",
        stopped_by="seccomp namespaces",
    ),
    changing(
        "puts a mark on a file",
        "import os\nos.setxattr('$MARKS', 'user.mark', b'x')",
        stopped_by="seccomp namespaces",
        needs="file-marks",
    ),
)
