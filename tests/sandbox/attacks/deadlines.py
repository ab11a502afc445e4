"""Attacks that let the grader wait. All give up by themselves, a while after the deadline."""

from attacks.attack import Attack, layers
from attacks.signs import lasts
from attacks.wire_forgery import FORGE

WAITS = "The marking of a class stands still."
SECONDS = 0.2  # of the processor; five times as many on the clock


def waiting(name: str, *cells: str, calls: tuple[str, ...] = ()) -> Attack:
    """Return an attack that takes about three seconds."""
    return Attack(name, WAITS, cells, layers("deadline"), lasts, seconds=SECONDS, calls=calls)


BUSY = "import time\nend = time.monotonic() + 3\nwhile time.monotonic() < end:\n    pass"

ATTACKS = (
    waiting("sleeps", "import time\ntime.sleep(3)"),
    waiting("sleeps in a call", "import time\ndef sleep(x):\n    time.sleep(3)", calls=("sleep",)),
    waiting("computes for ever", BUSY),
    waiting(
        "computes for ever, and heeds no signal and no exception",
        """\
        import signal, time
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        end = time.monotonic() + 3
        while time.monotonic() < end:
            try:
                while time.monotonic() < end:
                    pass
            except BaseException:
                pass
        """,
    ),
    waiting(
        "computes for ever where Python does not look",
        """\
        import hashlib, time
        def compute(rounds):
            hashlib.pbkdf2_hmac('sha256', b'x', b'x', rounds)
        start = time.process_time()
        compute(200_000)
        compute(int(200_000 * 3 / (time.process_time() - start)))
        """,
    ),
    waiting("keeps Python from looking", "import ctypes\nctypes.PyDLL(None).usleep(3_000_000)"),
    waiting(
        "takes long to say what its exception means",
        "class Slow(Exception):\n    def __str__(self):\n        import time\n"
        "        time.sleep(3)\n        return ''\nraise Slow",
    ),
    waiting(
        "takes long to turn what it returns into numbers",
        "import time\nclass Slow(dict):\n    def items(self):\n        time.sleep(3)\n"
        "        return []\ndef slow(x):\n    return Slow(a=1)",
        calls=("slow",),
    ),
    waiting(
        "sends its answer byte by byte",
        FORGE,
        "import time\nfor byte in range(20):\n"
        "    send(b'\\0\\0\\1\\0'[byte : byte + 1] or b'x')\n    time.sleep(0.15)\nos._exit(0)",
    ),
    waiting("sends half an answer", FORGE, "import time\nsend(b'\\0\\0\\1\\0half')\ntime.sleep(3)\nos._exit(0)"),
    waiting(
        "does not listen to a long question",
        FORGE,
        "import time\nsend(answer(0, number=2))\ntime.sleep(3)",
        "#" * 2_000_000,
    ),
    waiting(
        "stands still",
        """\
        import os, signal, time
        me = os.getpid()
        if os.fork() == 0:
            time.sleep(3)
            os.kill(me, signal.SIGCONT)
            os._exit(0)
        os.kill(me, signal.SIGSTOP)
        time.sleep(0.05)
        """,
    ),
    waiting(
        "ends, and leaves a process that keeps the line open",
        "import os, time\nif os.fork() == 0:\n    time.sleep(3)\n    os._exit(0)\nos._exit(0)",
    ),
)
