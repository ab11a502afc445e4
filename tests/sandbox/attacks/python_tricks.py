"""Attacks on the child's own side: on IPython, on what encodes answers, on the loop that reads questions.

The child's side belongs to the submission. So nothing of it may be believed: whatever is made of it, the grader
must go on, and wrong functions must earn nothing.
"""

from attacks.attack import Attack, layers
from attacks.grading_tricks import WRONG
from attacks.signs import breaks, earns
from attacks.wire_forgery import FORGE

OWN_SIDE = "The answers are made by the submission altogether; they may say anything."
NO_BELIEVER = "no grader here believes what a process says of itself"


def turning(name: str, *cells: str) -> Attack:
    """Return an attack that takes over the child's side, and wants points."""
    return Attack(
        name,
        OWN_SIDE,
        (WRONG, *cells),
        layers("process"),
        earns,
        graded=True,
        seconds=0.5,
        unproven=NO_BELIEVER,
    )


def answering(name: str, answer: str) -> Attack:
    """Return an attack that answers every question with something else than a call's answer."""
    cell = FIND_SESSION + f"type(session).call = lambda self, name, arguments, keywords: {answer}"
    return Attack(name, OWN_SIDE, (WRONG, cell), layers("process"), breaks, graded=True, unproven=NO_BELIEVER)


FIND_SESSION = """\
import gc
gc.unfreeze()  # it was made before the process was forked
session = next(one for one in gc.get_objects() if type(one).__name__ == "Session")
"""
PASSED = "{'value': True, 'passed': True, 'outcome': 'passed', 'earned': 20, 'points': 20, 'ok': True, 'error': None}"

ATTACKS = (
    turning(
        "rewrites the cells that come after it",
        "get_ipython().input_transformers_post.append(lambda lines: ['1 / 0\\n'])",
        "x = 1",
    ),
    turning(
        "rewrites the syntax trees of cells",
        "import ast\nclass Empty(ast.NodeTransformer):\n    def visit_Module(self, node):\n"
        "        return ast.Module([], [])\nget_ipython().ast_transformers.append(Empty())",
        "x = 1",
    ),
    turning(
        "breaks the transformation of cells",
        "def broken(lines):\n    raise SystemExit\nget_ipython().input_transformers_cleanup.append(broken)",
        "x = 1",
    ),
    turning(
        "acts after every cell",
        "get_ipython().events.register('post_run_cell', lambda result: setattr(result, 'error_in_exec', None))",
        "1 / 0",
    ),
    turning("exchanges IPython itself", "type(get_ipython()).run_cell = lambda *arguments, **keywords: 1 / 0", "x = 1"),
    turning(
        "exchanges the packing of answers",
        "import msgpack\nold = msgpack.packb\ndict_of = msgpack.ExtType(5, b'')\n"
        f"answer = [dict_of, *(word for item in {PASSED}.items() for word in item)]\n"
        "msgpack.packb = lambda value, **keywords: old([value[0], answer])",
    ),
    turning(
        "exchanges the reading of questions",
        "import msgpack\n"
        "question = [1, 'names', {'among': []}]\n"
        "msgpack.unpackb = lambda *arguments, **keywords: question",
    ),
    turning(
        "exchanges json",
        "import json\njson.dumps = lambda *arguments, **keywords: '{\"score\": 20}'\n"
        "json.loads = lambda *arguments, **keywords: {'score': 20}",
    ),
    turning(
        "exchanges what answers calls",
        FIND_SESSION + f"type(session).call = lambda self, name, arguments, keywords: {PASSED}",
    ),
    turning(
        "answers for all calls that are made together",
        FORGE + "def treble(x):\n    for number in range(4, 60):\n        send(answer(1.0, number))\n    return x",
    ),
    turning(
        "takes away the calls that wait behind its own",
        "import gc\n\ndef treble(x):\n    gc.unfreeze()\n    for one in gc.get_objects():\n"
        "        if type(one).__name__ == 'Frames':\n            one._data.clear()\n    return x",
    ),
    turning(
        "exchanges what answers which functions there are",
        FIND_SESSION + "type(session).names = lambda self, among: [*among, 'softmax', *['x'] * 999, 3, None]",
    ),
    turning(
        "exchanges what puts the course's functions in place of its own",
        FIND_SESSION + "type(session).replace = type(session).restore = lambda self, **content: {'error': None}",
    ),
    turning(
        "takes the line to the grader out of the loop's frame",
        "import sys\nframe = sys._getframe()\nwhile 'channel' not in frame.f_locals:\n    frame = frame.f_back\n"
        "frame.f_locals['channel'].sendall(b'\\0\\0\\0\\1\\xc0')",
    ),
    turning(
        "answers before it is asked",
        FORGE + "for number in range(3, 60):\n    send(answer([dict_of, 'passed', True], number))",
    ),
    turning("answers twice", FORGE + "def treble(x):\n    send(answer([1.0], 5))\n    return x"),
    turning(
        "answers from a thread of its own",
        FORGE + "import threading\ndef flood():\n    for number in range(200):\n"
        "        send(answer(1.0, number))\nthreading.Thread(target=flood).start()",
    ),
    turning(
        "reads the questions itself",
        "import os, threading\ndef read():\n    for fd in range(3, 9):\n        try:\n"
        "            os.read(fd, 9999)\n        except OSError:\n            pass\n"
        "threading.Thread(target=read, daemon=True).start()",
    ),
    turning("closes the line", "import os\nos.closerange(3, 99)"),
    turning(
        "puts another file in the place of the line",
        "import os\nfile = os.open('other', os.O_RDWR | os.O_CREAT)\nfor fd in range(3, 9):\n"
        "    if fd != file:\n        os.dup2(file, fd)",
    ),
    turning("ends when it is called", "import os\ndef treble(x):\n    os._exit(0)"),
    turning("breaks off in the middle of memory", "import ctypes\ndef treble(x):\n    ctypes.string_at(0)"),
    turning("calls itself without end", "def treble(x):\n    return treble(x)"),
    turning(
        "has its C stack overflow",
        "class Endless:\n    def __repr__(self):\n        return repr(self)\ndef treble(x):\n"
        "    import sys\n    sys.setrecursionlimit(10**7)\n    return repr(Endless())",
    ),
    turning("returns itself", "def treble(x):\n    loop = []\n    loop.append(loop)\n    return loop"),
    turning("returns more than can be sent", "def treble(x):\n    return np.zeros(10**8)"),
    turning("returns an endless generator", "def treble(x):\n    while True:\n        yield x"),
    turning("returns a number of a million digits", "def treble(x):\n    return 10**1_000_000"),
    turning(
        "makes every class callable, and none",
        "import builtins\nbuiltins.callable = lambda value: True\nbuiltins.type = None",
    ),
    turning(
        "takes away what Python needs",
        "import builtins\n"
        "for name in ('dict', 'list', 'str', 'int', 'isinstance', 'getattr', 'len'):\n"
        "    delattr(builtins, name)",
    ),
    answering("answers calls with a number", "7"),
    answering("answers calls with a list", "[1, 2]"),
    answering("answers calls with nothing", "None"),
    answering("answers with errors that are none", "{'error': [1, 2]}"),
    answering("answers with an error without words", "{'error': {}}"),
    answering("answers with an error of other kinds", "{'error': {'kind': 3, 'text': [1], 'lines': {'a': 1}}}"),
    answering(
        "answers with lines that are none",
        "{'error': {'kind': 'ValueError', 'text': 'x', 'lines': [1, (1, 2), (None, 'x', 3), ([], [], [])]}}",
    ),
    answering("answers with prints that are none", "{'value': 1.0, 'printed': {'a': 1}}"),
    answering("answers with arguments that are none", "{'value': 1.0, 'arguments': 3, 'keywords': [1], 'printed': ''}"),
    answering(
        "answers with more arguments than there were",
        "{'value': 1.0, 'arguments': [1] * 99, 'keywords': {str(n): n for n in range(99)}}",
    ),
    answering(
        "answers with values in dicts in tuples",
        "{'value': ({'a': (1, [None, {'b': True}])},), 'arguments': [], 'keywords': {}}",
    ),
    answering("answers with an empty array of a huge shape", "{'value': __import__('numpy').zeros((0, 2**40))}"),
    answering("answers with texts for numbers", "{'value': [['1', '2'], ['3', '4']]}"),
    answering("answers with complex numbers beyond all bounds", "{'value': complex('inf+nanj')}"),
    answering("answers with whole numbers beyond all bounds", "{'value': [2**64 - 1, -(2**63)]}"),
)
