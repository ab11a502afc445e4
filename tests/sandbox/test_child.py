"""A submission's process: what it runs, what it answers at once, what it cannot see, and how it ends."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from attn_course.sandbox import Sandbox, process, program, wire
from attn_course.sandbox.fresh import FreshProcesses
from attn_course.sandbox.process import BrokenReply, Child, ChildEnded, ChildNotStarted, ChildTimeout

if LINUX := sys.platform == "linux":
    from attn_course.sandbox.warm import WarmProcess

SECONDS = 30
WRITE_TO_ALL = "import os\nfor fd in range(3, 256):\n    try: os.write(fd, {})\n    except OSError: pass"


MakeChild = Callable[[], Child]


@pytest.fixture(scope="module", params=["locked in", "fresh"] if LINUX else ["fresh"])
def start(request: pytest.FixtureRequest, sandbox: Sandbox) -> MakeChild:
    """Return what makes a process, as strongly locked in as this machine can, or as every system can."""
    return sandbox.start if request.param == "locked in" else FreshProcesses().start


@pytest.fixture(scope="module")
def shared(start: MakeChild) -> Iterator[Child]:
    """A process for the tests that leave it usable."""
    child = start()
    yield child
    child.close()


@pytest.fixture
def fresh(start: MakeChild) -> Iterator[Child]:
    """A process for a test that may end it."""
    child = start()
    yield child
    child.close()


def run(child: Child, source: str, definitions_only: bool = False) -> dict:
    return child.request("run", SECONDS, sources=[source], definitions_only=definitions_only)[0]


def call(child: Child, name: str, *arguments: object, **keywords: object) -> dict:
    return child.request("call", SECONDS, name=name, arguments=list(arguments), keywords=keywords)


def value_after(child: Child, source: str, name: str = "answer") -> object:
    """Run a cell and return what it leaves under a name."""
    run(child, source)
    run(child, f"def value_of_{name}():\n    return {name}")
    return call(child, f"value_of_{name}").get("value")


def is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip()[:1] not in ("", "Z")


def test_a_function_is_called_with_arrays_and_gives_arrays(shared: Child) -> None:
    body = "    print('hello')\n    x += 1\n    return 2 * x + shift, x"
    run(shared, f"import numpy as np\n\ndef twice(x, shift=0):\n{body}")
    reply = call(shared, "twice", np.arange(3), shift=1)
    np.testing.assert_array_equal(reply["value"][0], [3, 5, 7])
    np.testing.assert_array_equal(reply["arguments"][0], [1, 2, 3])
    assert (reply["printed"], reply["keywords"]) == ("hello\n", {"shift": 1})


def test_names_are_those_that_can_be_called(shared: Child) -> None:
    run(shared, "number = 3\ndouble = lambda x: 2 * x\nclass Model:\n    def __call__(self): return 1\nmodel = Model()")
    names = shared.request("names", SECONDS, among=["number", "model", "double", "Model", "nowhere"])
    assert names == ["model", "double", "Model"]
    assert call(shared, "model")["value"] == 1


def test_a_missing_function_is_reported(shared: Child) -> None:
    assert call(shared, "nowhere") == {"missing": True}


def test_an_error_comes_with_the_learners_own_lines(shared: Child) -> None:
    run(shared, "import numpy as np\n\ndef fails(x):\n    return np.linalg.inv(x)")
    error = call(shared, "fails", np.zeros((2, 2)))["error"]
    assert (error["kind"], error["text"]) == ("LinAlgError", "Singular matrix")
    assert error["lines"] == [("fails", 4, "return np.linalg.inv(x)")]


def test_a_syntax_error_comes_with_its_line(shared: Child) -> None:
    error = run(shared, "fine = 1\ndef broken(:\n    pass")["error"]
    assert (error["kind"], error["lines"]) == ("SyntaxError", [("<module>", 2, "def broken(:")])


@pytest.mark.parametrize(
    "body",
    [
        "raise SystemExit",
        "raise KeyboardInterrupt",
        "class Odd(Exception):\n        def __str__(self): raise ValueError\n    raise Odd",
        "return odd(x)",
    ],
)
def test_no_exception_ends_the_process(shared: Child, body: str) -> None:
    run(shared, f"def odd(x):\n    {body}")
    assert call(shared, "odd", 1)["error"]["kind"] in ("SystemExit", "KeyboardInterrupt", "Odd", "RecursionError")


@pytest.mark.parametrize(
    "value", ["open('x', 'w')", "[[0] * 9999] * 99", "np.zeros((3000, 3000))", "odd()", "(i for i in [])", "odd"]
)
def test_values_that_cannot_be_sent_come_as_a_word(shared: Child, value: str) -> None:
    run(shared, "import numpy as np\nclass odd(dict):\n    def items(self): raise ValueError")
    run(shared, f"def strange():\n    return {value}")
    assert isinstance(call(shared, "strange")["value"], wire.Opaque)


def test_warnings_are_not_errors(shared: Child) -> None:
    run(
        shared,
        "import warnings\nwarnings.simplefilter('error')\ndef warns():\n    warnings.warn('careful')\n    return 1",
    )
    assert call(shared, "warns")["value"] == 1
    run(shared, "warnings.simplefilter('default')")


def test_numpys_settings_of_a_notebook_do_not_turn_results_into_errors(shared: Child) -> None:
    run(shared, "import numpy as np\nnp.seterr(all='raise')\ndef tiny():\n    return np.exp(np.float64(-1e4))")
    assert call(shared, "tiny")["value"] == 0
    assert (
        value_after(shared, "answer = np.geterr()['under']") == "raise"
    )  # outside calls the setting is the notebook's
    run(shared, "np.seterr(all='warn')")


def test_what_is_printed_is_capped(shared: Child) -> None:
    run(shared, "def loud():\n    for _ in range(200):\n        print('x' * 10_000)")
    assert len(call(shared, "loud")["printed"]) == 256 * 2**10


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\nanswer = 1",
        "%matplotlib widget\n%config InlineBackend.figure_format = 'retina'\nanswer = 1",
        "!touch made_by_shell\nimport os\nanswer = 1 - os.path.exists('made_by_shell')",
        "files = !ls\nanswer = 1 + len(files)",
        "%pip install something\n!pip install something\nanswer = 1",
        "get_ipython().system('touch made_by_shell')\nget_ipython().run_line_magic('matplotlib', 'inline')\nanswer = 1",
        "%%time\nanswer = 1",
        "%timeit -n 100 -r 7 sum(range(10))\nanswer = 1",
        "import asyncio\nawait asyncio.sleep(0.01)\nanswer = 1",
        "breakpoint()\nanswer = 1",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nanswer = 1",
        "import warnings\nwarnings.warn('careful')\nanswer = 1",
        "from IPython.display import display, Markdown\ndisplay(Markdown('# x'))\nanswer = 1",
    ],
)
def test_what_notebooks_hold_beside_functions_does_no_harm(shared: Child, cell: str) -> None:
    run(shared, "answer = None")
    assert value_after(shared, cell) == 1


@pytest.mark.parametrize("magic", ["bash", "sh", "script python", "python3", "perl"])
def test_cells_in_other_languages_are_not_run(shared: Child, magic: str) -> None:
    reply = run(shared, f"%%{magic}\necho hello > made_by_shell")
    assert "not run" in reply["printed"] and reply["error"] is None


def test_timeit_runs_once_and_keeps_nothing(shared: Child) -> None:
    assert run(shared, "%%timeit -n 3 start = 1\nkept = start\nprint('once')")["printed"] == "once\n"
    assert run(shared, "kept")["error"]["kind"] == "NameError"


@pytest.mark.parametrize(
    "question", ["input('Name? ')", "__import__('getpass').getpass()", "__import__('pdb').set_trace()"]
)
def test_questions_fail_at_once(shared: Child, question: str) -> None:
    start = time.monotonic()
    assert run(shared, question)["error"] is not None
    assert time.monotonic() - start < 5


def test_after_an_error_the_definitions_below_are_run(shared: Child) -> None:
    cell = (
        "first = 1\nassert first == 2\nfirst = 3\nprint('not this')\ndef below():\n    return first\nimport cmath as c"
    )
    reply = run(shared, cell)
    assert (reply["error"]["kind"], reply["printed"]) == ("AssertionError", "")
    assert call(shared, "below")["value"] == 3
    assert value_after(shared, "answer = c.pi > 3") is True


def test_definitions_above_an_error_are_not_run_again(shared: Child) -> None:
    assert value_after(shared, "count = 0\ncount += 1\n@print\ndef f(): pass\n1 / 0", "count") == 1


def test_sys_exit_is_an_error_like_another(shared: Child) -> None:
    assert run(shared, "import sys\nsys.exit(1)\ndef after_exit():\n    return 1")["error"]["kind"] == "SystemExit"
    assert call(shared, "after_exit")["value"] == 1


def test_the_parts_of_a_cell_that_can_be_parsed_are_kept(shared: Child) -> None:
    cell = (
        "@staticmethod\ndef good():\n    return 1\n\ndef bad(:\n    pass\n\n%pip install x\n"
        "def also_good():\n    return 1 / 0\n"
    )
    assert run(shared, cell)["error"]["kind"] == "SyntaxError"
    assert call(shared, "good")["value"] == 1
    assert call(shared, "also_good")["error"]["lines"] == [("also_good", 10, "return 1 / 0")]
    assert call(shared, "bad") == {"missing": True}


def test_only_definitions_are_run_where_that_is_asked_for(shared: Child) -> None:
    cell = (
        "import math\nSIZE = 4\nf = lambda x: math.sqrt(x)\nlost = print('hi')\nwhile True: pass\n"
        "def g(): return f(SIZE)"
    )
    assert run(shared, cell, definitions_only=True)["printed"] == ""
    assert call(shared, "g")["value"] == 2.0
    assert call(shared, "lost") == {"missing": True}


@pytest.mark.parametrize("magic", ["%%time", "%%capture out"])
def test_definitions_are_found_below_the_magic_of_a_cell(shared: Child, magic: str) -> None:
    cell = f"{magic}\nimport numpy as np\nLOW = np.float64(float('-inf'))\nwhile True: pass\ndef low(): return LOW"
    run(shared, cell, definitions_only=True)
    assert call(shared, "low")["value"] == -np.inf


def test_a_module_that_a_cell_wrote_can_be_imported(shared: Child) -> None:
    run(shared, "%%writefile written.py\ndef written(): return 5")
    run(shared, "from written import *")
    assert call(shared, "written")["value"] == 5


def test_functions_can_be_replaced_for_a_while(shared: Child) -> None:
    run(shared, "def inner(): return 'mine'\ndef outer(): return inner()")
    source = (
        "from __future__ import annotations\n\ndef inner() -> Unknown:\n    return helper()\n\n"
        "def helper():\n    return 'theirs'\n\ndef new(): pass"
    )
    shared.request("replace", SECONDS, source=source, names=["inner", "new"])
    assert call(shared, "outer")["value"] == "theirs"
    shared.request("restore", SECONDS, names=["inner", "new"])
    assert call(shared, "outer")["value"] == "mine"
    assert call(shared, "helper") == call(shared, "new") == {"missing": True}


@pytest.mark.parametrize(
    "source", ["import attn_course.attention", "def other(): pass", "def broken(:", "raise SystemExit"]
)
def test_a_replacement_that_cannot_be_made_is_reported_and_changes_nothing(shared: Child, source: str) -> None:
    run(shared, "def kept(): return 'mine'")
    assert shared.request("replace", SECONDS, source=source, names=["kept"])["error"]["kind"]
    assert call(shared, "kept")["value"] == "mine"
    shared.request("restore", SECONDS, names=["kept"])
    assert call(shared, "kept")["value"] == "mine"


@pytest.mark.parametrize(
    "line",
    [
        "from attn_course import check, hint, progress, attempt",
        "from attn_course.checking import attempt, check, hint, progress\ncheck(print)\nhint('softmax')\nprogress()",
        "from attn_course.checking import attempt\nwith attempt():\n    raise NotImplementedError",
        "from attn_course import viz\nviz.show(*viz.figure(1)[0].axes)\nwith viz.style() as s:\n    s.x()",
        "import attn_course.viz.heatmap as h\nh.draw(1)",
        "import attn_course\nattn_course.check(1)",
        "from attn_course.translation import Model\nfor loss in Model(1).train(steps=700):\n    print(loss)",
        "from attn_course.autodiff.tensor import Tensor\nTensor([1.0]).backward()",
        "from attn_course import metrics\nprint(f'{metrics.bleu([], []):.1f}')",
    ],
)
def test_the_learners_view_of_the_course_returns_at_once(shared: Child, line: str) -> None:
    assert run(shared, line)["error"] is None


@pytest.mark.parametrize(
    "line",
    [
        "import attn_course.attention",
        "from attn_course import attention",
        "from attn_course.attention import softmax",
        "import importlib; importlib.import_module('attn_course.attention.scaled_dot_product')",
        "from attn_course.checking.specification import all_labs",
        "import attn_course.grading.grade",
        "import attn_course.sandbox.child",
        "import labs.lab01_scaled_dot_product.hidden_tests",
        "from attn_course import all_labs",
    ],
)
def test_the_rest_of_the_course_cannot_be_imported(shared: Child, line: str) -> None:
    assert run(shared, line)["error"]["kind"] in ("ImportError", "ModuleNotFoundError")


def test_no_test_and_no_reference_is_in_the_process(shared: Child) -> None:
    modules = value_after(shared, "import sys\nanswer = [m for m in sys.modules if 'attn_course' in m or 'lab0' in m]")
    stand_ins = {"autodiff", "autodiff.tensor", "checking", "metrics", "translation", "viz", "viz.heatmap"}
    assert set(modules) <= {"attn_course", *(f"attn_course.{name}" for name in stand_ins)}
    search = (
        "import gc\ngc.unfreeze()\nkept = {getattr(one, '__name__', '') for one in gc.get_objects()"
        " if type(one) is type(gc.collect) or type(one) is type(lambda: 0)}\n"
        "answer = sorted(kept & {'make_shell', 'softmax_jacobian', 'examine_lab', 'scaled_scores', 'test_of'})"
    )
    assert value_after(shared, search) == ["make_shell"]  # the search finds what is there


@pytest.mark.parametrize("kind", [WarmProcess, FreshProcesses] if LINUX else [FreshProcesses])
def test_the_process_starts_clean(kind: type[WarmProcess | FreshProcesses], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTN_COURSE_SECRET", "hush")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with kind() as maker:
        child = maker.start()
        look = "import os, sys\nanswer = [os.getcwd(), os.path.expanduser('~'), sys.path, sorted(os.environ)]"
        folder, home, path, variables = value_after(child, look)
        assert folder == home
        assert path[0] == ""  # as in a notebook
        assert not {str(program.PROJECT), str(Path(__file__).parent), folder} & set(path)
        assert "ATTN_COURSE_SECRET" not in variables and "PYTHONPATH" not in variables
        assert value_after(child, "answer = 'matplotlib' in sys.modules") is (kind is not FreshProcesses)
        child.close()
    assert not Path(folder).exists()


def test_what_the_submission_writes_goes_with_it(fresh: Child) -> None:
    writes = "import os\nopen('note.txt', 'w').write('x')\nos.mkdir('d', 0)\nanswer = os.getcwd()"
    folder = value_after(fresh, writes)
    fresh.close()
    assert not Path(str(folder)).exists()


def test_an_endless_loop_meets_its_deadline_and_is_killed(fresh: Child) -> None:
    start = time.monotonic()
    with pytest.raises(ChildTimeout):
        fresh.request("run", 1, sources=["while True: pass"], definitions_only=False)
    assert time.monotonic() - start < process.WALL + 3
    assert 0.1 < fresh.cpu_seconds < 4
    with pytest.raises(ChildEnded):
        fresh.request("names", 1, among=[])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
def test_what_an_unlocked_submission_started_is_killed_too() -> None:
    child = FreshProcesses().start()
    start = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    pid = value_after(child, f"import subprocess, sys\nanswer = {start}.pid")
    child.close()
    time.sleep(0.1)
    assert not is_running(int(str(pid)))


@pytest.mark.parametrize(
    ("cell", "error"),
    [
        ("import os\nos._exit(0)", ChildEnded),
        ("import os\nos.abort()", ChildEnded),
        ("import os\nos.closerange(0, 100)", ChildEnded),
        (WRITE_TO_ALL.format(r"b'\xff' * 64"), BrokenReply),
        (WRITE_TO_ALL.format(r"b'\0\0\0\1\xc0'"), BrokenReply),
    ],
)
def test_a_process_that_breaks_off_or_forges_answers_is_ended(fresh: Child, cell: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        run(fresh, cell)
    with pytest.raises(ChildEnded):
        fresh.request("names", 5, among=[])


@pytest.mark.parametrize(
    ("number", "fits"), [(3, True), (4, False), (True, False), (3.0, False), (np.array([3, 3]), False), (None, False)]
)
def test_only_the_number_of_the_question_is_its_number(number: object, fits: bool) -> None:
    assert process.is_reply({"number": number, "answer": {}}, 3) is fits
    assert not process.is_reply({"number": number}, 3)


@pytest.mark.parametrize("kind", [WarmProcess, FreshProcesses] if LINUX else [FreshProcesses])
def test_a_process_that_cannot_start_says_why(
    kind: type[WarmProcess | FreshProcesses], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "PROGRAM", "raise ImportError('no shell {}{}{}')")
    with pytest.raises(ChildNotStarted, match="no shell"):
        kind().start()


def test_closing_twice_is_harmless(fresh: Child) -> None:
    fresh.close()
    used = fresh.cpu_seconds
    fresh.close()
    assert fresh.cpu_seconds == used > 0


def test_a_process_that_sends_too_much_altogether_is_ended(fresh: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_RECEIVED", 450_000)
    run(fresh, "def chatter():\n    return 'x' * 20_000")
    for _ in range(4):
        call(fresh, "chatter")
    with pytest.raises(BrokenReply, match="too much"):
        call(fresh, "chatter")


def test_waiting_counts_less_than_computing(fresh: Child) -> None:
    run(fresh, "import time")
    assert run(fresh, "time.sleep(1.5)")["error"] is None
    with pytest.raises(ChildTimeout):
        fresh.request("run", 0.3, sources=["time.sleep(60)"], definitions_only=False)


GRADER = """\
from attn_course.sandbox import {0}
maker = {0}.{1}()  # as long as it is there, its processes are
child = maker.start()
child.request("run", 30, sources=["import os\\ndef pid(): return os.getpid()"], definitions_only=False)
print({2}, flush=True)
child.request("run", 600, sources=["while True: pass"], definitions_only=False)
"""
GRADERS = {
    "locked in": GRADER.format("warm", "WarmProcess", "child._pid"),
    "fresh": GRADER.format("fresh", "FreshProcesses", "child._process.pid"),
}


@pytest.mark.skipif(not LINUX, reason="elsewhere the limit of processor time ends the process")
@pytest.mark.parametrize("kind", GRADERS)
def test_a_busy_process_ends_with_its_grader(kind: str) -> None:
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADERS[kind]], stdout=subprocess.PIPE, text=True, cwd=program.PROJECT
    )
    assert grader.stdout is not None
    pid = int(grader.stdout.readline())
    assert is_running(pid)
    grader.kill()
    grader.wait()
    grader.stdout.close()
    for _ in range(50):
        if not is_running(pid):
            return
        time.sleep(0.1)
    pytest.fail("the process outlived its grader")
