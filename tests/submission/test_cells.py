"""What a submission's cells and calls do in its process: notebooks' habits, errors, what is seen of the course."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest
from asking import KINDS, SECONDS, call, make, run, value_after

from attn_course.sandbox import Sandbox, wire
from attn_course.sandbox.process import Child
from attn_course.submission import session


@pytest.fixture(scope="module", params=KINDS)
def shared(request: pytest.FixtureRequest, sandbox: Sandbox) -> Iterator[Child]:
    """A process for all tests: they leave it usable."""
    child = make(request.param, sandbox)
    yield child
    child.close()


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


@pytest.mark.parametrize("character", ["x", "×", "\N{GRINNING FACE}"])
def test_what_is_printed_is_capped_so_that_it_can_be_sent(shared: Child, character: str) -> None:
    run(shared, f"def loud():\n    for _ in range(200):\n        print('{character}' * 10_000)")
    assert len(call(shared, "loud")["printed"]) == session.MAX_TEXT


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
