"""Attacks on the language between the processes: what is no answer, or no honest one.

Whoever controls the submission's process controls every byte that it sends.
"""

from textwrap import dedent

from attacks.attack import Attack, Sign, layers
from attacks.signs import breaks, grows, lasts, runs_in_the_grader

# `send` writes to the first descriptor that leads out of the process; `answer` makes a reply to the first question.
FORGE = r"""
import os, stat, struct
import msgpack

def send(data):
    for fd in range(3, 40):
        try:
            mode = os.fstat(fd).st_mode
            if stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode):
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(fd, rest):]
                return
        except OSError:
            pass

def frame(payload):
    return struct.pack(">I", len(payload)) + payload

tuple_of, dict_of = (msgpack.ExtType(kind, b"") for kind in (4, 5))  # what a list stands for that begins so

def reply(value, number=1):
    return frame(msgpack.packb([number, value]))

def answer(value, number=1):
    return reply([dict_of, "value", value, "printed", ""], number)

def array(letter, shape, data=b""):
    sizes = struct.pack(f">{len(shape)}Q", *(size % 2**64 for size in shape))
    return msgpack.ExtType(1, letter.encode() + bytes([len(shape)]) + sizes + data)
"""

OUT_OF_STEP = "The grader stops with an error of its own, and nobody gets marks."
TAKES_MEMORY = "The grader's memory is taken, and it is ended."
RUNS = "The submission's code runs where the hidden tests are."
NOT_PLAIN = "A value arrives that is no plain data, and does something when it is compared."


def forging(name: str, cell: str, threat: str = OUT_OF_STEP, sign: Sign = breaks, seconds: float = 5.0) -> Attack:
    """Return an attack that sends bytes of its own, while the grader waits for the answer to its first question."""
    return Attack(name, threat, (FORGE + dedent(cell),), layers("wire"), sign, seconds=seconds)


def strange(name: str, value: str) -> Attack:
    """Return an attack that answers with a value which no honest process can send."""
    return forging(name, f"send(answer({value}))", NOT_PLAIN)


REDUCES = """\
import pickle

class Payload:
    def __reduce__(self):
        return exec, ("open('$GRADER_WROTE', 'w').close()",)
"""

ATTACKS = (
    forging(
        "sends a pickle that runs code",
        f"{REDUCES}\nsend(frame(pickle.dumps(Payload(), protocol=4)))",
        RUNS,
        runs_in_the_grader,
    ),
    Attack(
        "returns an object that runs code when it is unpickled",
        RUNS,
        (f"{REDUCES}\ndef give(x):\n    return Payload()",),
        layers("wire"),
        runs_in_the_grader,
        calls=("give",),
        unproven="no reader of pickles would get one: the sender sends none",
    ),
    Attack(
        "returns an array of objects that run code",
        RUNS,
        (f"{REDUCES}\nimport numpy as np\ndef give(x):\n    return np.array([Payload()], dtype=object)",),
        layers("wire"),
        runs_in_the_grader,
        calls=("give",),
        unproven="no reader of pickles would get one: the sender sends none",
    ),
    forging("sends noise", r"send(frame(b'\xc1' * 64))"),
    forging("sends an empty frame", "send(frame(b''))"),
    strange("sends bytes for text", "b'bytes'"),
    forging("sends text that is none", r"send(reply('??').replace(b'??', b'\xff\xfe'))"),
    forging("sends lists in lists without end", r"send(frame(b'\x91' * 60_000 + b'\xc0'))"),
    forging("sends dicts in dicts without end", r"send(frame(b'\x81\xa1a' * 60_000 + b'\xc0'))"),
    forging("announces a list of four billion", r"send(frame(b'\xdd\xff\xff\xff\xff'))"),
    forging("announces a dict of four billion", r"send(frame(b'\xdf\xff\xff\xff\xff'))"),
    forging("announces a text of four billion", r"send(frame(b'\xdb\xff\xff\xff\xff'))"),
    strange("sends a dict whose keys are lists", "[dict_of, [1], 2]"),
    strange("sends a dict whose keys are numbers", "[dict_of, 1, 2]"),
    strange("sends a moment in time", "msgpack.Timestamp(1)"),
    strange("sends a value of an unknown kind", "msgpack.ExtType(99, b'x')"),
    strange("sends an array of objects", "array('O', [2])"),
    strange("sends an array of texts", "array('U', [2])"),
    strange("sends an array of dates", "array('M', [2])"),
    strange("sends an array of records", "array('V', [2])"),
    forging("sends an array of negative size", "send(answer(array('d', [-1])))"),
    forging("sends an array whose sizes are cut off", "send(answer(msgpack.ExtType(1, b'd' + bytes([2, 0, 0]))))"),
    forging("sends an array of a hundred axes", "send(answer(array('d', [1] * 100, bytes(8))))"),
    forging("sends an array larger than can be counted", "send(answer(array('d', [2**40, 2**40])))"),
    forging("sends an array without a header", "send(answer(msgpack.ExtType(1, b'')))"),
    forging("announces an array of 240 megabytes", "send(answer(array('d', [30_000_000])))", TAKES_MEMORY, grows),
    forging(
        "sends 240 megabytes in one frame",
        "send(struct.pack('>I', 240 << 20))\nfor _ in range(240):\n    send(bytes(1 << 20))",
        TAKES_MEMORY,
        grows,
    ),
    forging(
        "sends millions of lists",
        r"send(frame(b'\xdd' + struct.pack('>I', 3_000_000) + b'\x90' * 3_000_000))",
        TAKES_MEMORY,
        grows,
    ),
    forging(
        "sends keys that look the same to a dict",
        """\
        import itertools
        # hash(m * 2.0 ** (61 * j)) is the same for every j; a tuple's hash follows from those of its items
        same = [2.0 ** (61 * j) for j in range(-16, 16)]
        keys = [[tuple_of, *key] for key in itertools.islice(itertools.product(same, repeat=3), 9_000)]
        send(reply([[dict_of, *itertools.chain.from_iterable((key, None) for key in keys)]] * 5))
        """,
        "The grader computes for ever, and no deadline ends that.",
        lasts,
        seconds=0.2,
    ),
)
