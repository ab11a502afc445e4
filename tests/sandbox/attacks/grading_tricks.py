"""Attacks that want points for wrong functions, by touching what compares, counts or prints.

Every one of them earns points where the cells run in the process of the hidden tests, as in a notebook: that is
the proof that it is an attack. None has a function that is right.
"""

from attacks.attack import Attack, layers
from attacks.signs import earns

POINTS = "Points for functions that are wrong."
WRONG = "import numpy as np\n\ndef treble(x):\n    return x + 0.5\n\ndef ninefold(x):\n    return x + 0.5"


def touching(name: str, *cells: str, unproven: str = "") -> Attack:
    """Return an attack on what marks; its functions are wrong unless its last cell replaces them."""
    return Attack(name, POINTS, (WRONG, *cells), layers("process"), earns, graded=True, unproven=unproven)


MADE_PLAIN = "what a function returns is made plain before it is compared, also in one process"

ATTACKS = (
    touching("makes NumPy find everything close", "np.abs = lambda *arguments, **keywords: np.zeros(1)"),
    touching(
        "makes the inside of NumPy find everything close",
        "np._core._methods.umr_all = lambda *arguments, **keywords: np.bool_(True)",
    ),
    touching(
        "draws the hidden inputs itself",
        "class Zeros:\n    def uniform(self, low, high, size=()):\n"
        "        return np.zeros(size)\n\nnp.random.default_rng = lambda *seed: Zeros()\n\n"
        "def treble(x):\n    return x",
    ),
    touching(
        "reads the expected value in the frames of its callers",
        """\
        import sys

        def treble(x):
            frame = sys._getframe()
            while frame is not None:
                if "expected" in frame.f_locals and np.shape(frame.f_locals["expected"]) == np.shape(x):
                    return frame.f_locals["expected"]
                frame = frame.f_back
            return x
        """,
    ),
    touching(
        "reads the expected value with a profiler",
        """\
        import sys
        seen = []

        def watch(frame, event, argument):
            if "expected" in frame.f_locals:
                seen.append(frame.f_locals["expected"])

        sys.setprofile(watch)

        def treble(x):
            caller, found = sys._getframe().f_back, None
            while caller is not None:
                watch(caller, "call", None)
                caller = caller.f_back
            return next((one for one in reversed(seen) if np.shape(one) == np.shape(x)), x)
        """,
    ),
    touching(
        "exchanges the comparison while a tracer runs",
        """\
        import sys

        def trace(frame, event, argument):
            if frame.f_code.co_name == "expect_close":
                frame.f_globals["within"] = lambda *arguments, **keywords: True
            return None

        sys.settrace(trace)
        """,
    ),
    touching(
        "finds the course's own function among all objects",
        """\
        import gc, types

        def treble(x):
            gc.unfreeze()
            for one in gc.get_objects():
                is_function = type(one) is types.FunctionType and one.__name__ == "treble"
                if is_function and "reference" in one.__code__.co_filename:
                    return one(x)
            return x
        """,
    ),
    touching(
        "finds the hidden tests among all objects",
        """\
        import gc, types

        def treble(x):
            gc.unfreeze()
            for one in gc.get_objects():
                if type(one) is types.FunctionType and "hidden_tests" in one.__code__.co_filename:
                    one.__globals__["expect_close"] = lambda value, *more, **keywords: value
            return x
        """,
    ),
    touching(
        "puts its own comparison into the course's package",
        "import attn_course.checking as checking\nchecking.expect_close = lambda value, *more, **keywords: value",
    ),
    touching(
        "puts a package of its own in the course's place",
        """\
        import sys, types
        own = types.ModuleType("attn_course.checking")
        own.test_of = sys.modules["attn_course.checking.specification"].test_of
        own.expect_close = own.expect_shape = lambda value, *more, **keywords: value
        own.expect_inputs_unchanged = lambda student: None
        sys.modules["attn_course.checking"] = own
        """,
    ),
    touching(
        "makes every test's points the highest",
        "import attn_course.checking.outcomes as outcomes\n"
        "outcomes.TestResult.earned = property(lambda self: self.test.points)",
    ),
    touching(
        "makes every outcome a pass",
        "import attn_course.checking.running as running\nold = running.run_test\n"
        "running.run_test = lambda test, student, seed: running.TestResult(test, running.Outcome.PASSED)",
    ),
    touching(
        "exchanges the code of the comparison",
        "import attn_course.checking.expectations as there\n"
        "def own(value, expected, what, *, rtol=1e-5, atol=1e-6):\n    return value\n"
        "there.expect_close.__code__ = own.__code__",
    ),
    touching(
        "exchanges the hidden tests while they are read",
        """\
        import importlib.machinery
        old = importlib.machinery.SourceFileLoader.get_data

        def get_data(self, path):
            if path.endswith(".pyc") and "hidden" in path:
                raise OSError  # or what was compiled before would be taken
            data = old(self, path)
            return data.replace(b"3 * ", b"0.5 + ").replace(b"9 * ", b"0.5 + ") if "hidden" in path else data

        importlib.machinery.SourceFileLoader.get_data = get_data
        """,
    ),
    touching(
        "exchanges the hidden tests while they are compiled",
        """\
        import builtins, importlib.machinery
        read, old = importlib.machinery.SourceFileLoader.get_data, builtins.compile

        def get_data(self, path):
            if path.endswith(".pyc") and "hidden" in path:
                raise OSError  # or what was compiled before would be taken
            return read(self, path)

        importlib.machinery.SourceFileLoader.get_data = get_data

        def compile(source, name, *more, **keywords):
            if "hidden" in str(name) and isinstance(source, bytes):
                source = source.replace(b"3 * ", b"0.5 + ").replace(b"9 * ", b"0.5 + ")
            return old(source, name, *more, **keywords)

        builtins.compile = compile
        """,
    ),
    touching(
        "finds and loads modules itself",
        """\
        import importlib.util
        old = importlib.util.module_from_spec

        def module_from_spec(spec):
            module = old(spec)
            if "hidden" in spec.name:
                spec.loader.exec_module = lambda module: exec(
                    open(spec.origin).read().replace("3 * ", "0.5 + ").replace("9 * ", "0.5 + "), module.__dict__
                )
            return module

        importlib.util.module_from_spec = module_from_spec
        """,
    ),
    touching("counts the points itself", "import builtins\nbuiltins.sum = lambda *arguments: 99.0"),
    touching("prints its marks itself, and ends", "import os\nos.write(1, b'\\nPOINTS 4\\n')\nos._exit(0)"),
    touching("prints its marks at the end", "import atexit, os\natexit.register(os.write, 1, b'\\nPOINTS 4\\n')"),
    touching(
        "prints its marks when its last object goes",
        "import os\nclass Last:\n    def __del__(self, write=os.write):\n"
        "        write(1, b'\\nPOINTS 4\\n')\nimport sys\nsys.last_of_all = Last()",
    ),
    touching(
        "rewrites what is printed",
        """\
        import sys

        class Rewriting:
            def __init__(self, stream):
                self.stream = stream

            def write(self, text):
                return self.stream.write("POINTS 4" if text.startswith("\\nPOINTS") else text)

            def __getattr__(self, name):
                return getattr(self.stream, name)

        sys.stdout = Rewriting(sys.__stdout__)
        """,
    ),
    touching(
        "prints its marks when it is told to end",
        "import os, signal\n"
        "signal.signal(signal.SIGALRM, lambda *details: (os.write(1, b'\\nPOINTS 4\\n'), os._exit(0)))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.001)\ndef treble(x):\n    import time\n"
        "    time.sleep(0.1)\n    return x",
    ),
    touching(
        "changes the numbers of its own process's memory",
        """\
        import ctypes

        def treble(x):
            # a float's digits begin 16 bytes after its head
            import gc
            gc.unfreeze()
            for one in gc.get_objects():
                if getattr(one, "__name__", "") == "expect_close" and type(one).__name__ == "function":
                    for tolerance in one.__kwdefaults__.values():
                        ctypes.c_double.from_address(id(tolerance) + 16).value = 1e9
            return x
        """,
    ),
    touching(
        "says that the checks have passed",
        "def check(*functions):\n    print('all public checks passed; hidden tests remain')\n"
        "    return True\ncheck(treble)",
        unproven="what a check says counts nowhere",
    ),
    touching(
        "returns an array that equals everything",
        "class Equal(np.ndarray):\n    __eq__ = __le__ = __ge__ = lambda self, other: True\n"
        "    def __array_ufunc__(self, *arguments, **keywords):\n        return True\n"
        "def treble(x):\n    return np.asarray(x).view(Equal)",
        unproven=MADE_PLAIN,
    ),
    touching(
        "returns an array that answers NumPy's functions itself",
        "class Equal(np.ndarray):\n"
        "    def __array_function__(self, function, types, arguments, keywords):\n"
        "        return True\ndef treble(x):\n    return np.asarray(x).view(Equal)",
        unproven=MADE_PLAIN,
    ),
    touching(
        "returns an object that becomes an array when it is compared",
        "class Lazy:\n    def __array__(self, *arguments, **keywords):\n"
        "        return np.zeros(3)\n    __eq__ = lambda self, other: True\ndef treble(x):\n"
        "    return Lazy()",
        unproven=MADE_PLAIN,
    ),
    touching(
        "returns a number that equals everything",
        "class Equal(float):\n    __eq__ = __le__ = __ge__ = lambda self, other: True\n"
        "    __sub__ = __rsub__ = lambda self, other: 0.0\ndef treble(x):\n    return Equal(1)",
        unproven=MADE_PLAIN,
    ),
    touching(
        "returns a list that changes when it is read",
        "class Changing(list):\n    def __iter__(self):\n        return iter([0.0] * 3)\n"
        "    def __len__(self):\n        return 3\ndef treble(x):\n    return Changing([1, 2])",
        unproven=MADE_PLAIN,
    ),
    touching(
        "returns what it was given, and changes it",
        "def treble(x):\n    x[...] = 0\n    return x",
        unproven="arguments are copied, also in one process",
    ),
    touching(
        "returns nothing that is a number",
        "def treble(x):\n    return np.full(np.shape(x), np.nan)",
        unproven="not-a-number is never close",
    ),
    touching(
        "returns an array of every shape",
        "def treble(x):\n    return np.broadcast_to(np.float64(1), (10**6, 10**6))",
        unproven="shapes are compared before values",
    ),
    touching(
        "raises what the tests raise",
        "class PropertyFailed(Exception):\n    pass\nclass NotAttempted(Exception):\n    pass\n"
        "def treble(x):\n    raise NotAttempted",
        unproven="exceptions are data, also in one process",
    ),
    touching(
        "ends the program in a test",
        "def treble(x):\n    raise SystemExit(0)",
        unproven="exceptions are data, also in one process",
    ),
    touching(
        "takes the course's function when it stands in for its own",
        "import builtins\nbuiltins.stolen = None\ndef ninefold(x):\n"
        "    builtins.stolen = globals()['treble']\n    return x\ndef treble(x):\n"
        "    return builtins.stolen(x) if builtins.stolen else x",
        unproven="a task is marked before its own function stands in for others",
    ),
)
