"""`check`, `hint`, `progress` and `attempt`, called as learners call them: in a notebook and in plain Python."""

from __future__ import annotations

import inspect
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import RichOutput, capture_output
from traitlets.config import Config

from attn_course.attention import scaled_dot_product
from attn_course.checking import learner
from attn_course.checking.specification import all_labs, load_module

IMPORTS = "import numpy as np\nfrom attn_course.checking import attempt, check, hint, progress"
SOLVED = inspect.getsource(scaled_dot_product)
PASSED = "`softmax`: all public checks passed (5 of 5)"
# A softmax that is right for the first public check of `softmax` only.
WEAK = "def softmax(x, axis=-1):\n    return np.exp(x) / np.exp(x).sum(-1, keepdims=True)"


class Notebook:
    """A notebook's kernel without the kernel: cells go in, what they display comes out."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell = shell
        self.error: BaseException | None = None
        self.printed = ""

    def run(self, *cells: str) -> list[RichOutput]:
        """Run cells until one fails; return what all of them displayed."""
        displayed: list[RichOutput] = []
        self.printed = ""
        for cell in cells:
            with capture_output() as captured:
                result = self.shell.run_cell(dedent(cell))
            displayed += captured.outputs
            self.printed += captured.stdout
            self.error = result.error_before_exec or result.error_in_exec
            if self.error is not None:
                break
        return displayed

    def texts(self, *cells: str) -> list[str]:
        """Run cells, which must not fail; return what they displayed, as text."""
        displayed = self.run(*cells)
        assert self.error is None
        return [output.data["text/plain"] for output in displayed]


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InteractiveShell]:
    """Return an IPython shell that leaves no trace on this machine."""
    quiet = Config({"HistoryManager": {"enabled": False}})
    folder = str(tmp_path_factory.mktemp("ipython"))
    yield InteractiveShell.instance(config=quiet, ipython_dir=folder, user_module=ModuleType("notebook_under_test"))
    InteractiveShell.clear_instance()


@pytest.fixture
def notebook(shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch) -> Notebook:
    """Return a fresh notebook that has imported what a lab imports."""
    monkeypatch.setattr(learner, "hints_given", Counter())
    shell.reset()
    notebook = Notebook(shell)
    notebook.run(IMPORTS)
    return notebook


def softmax_that(body: str) -> str:
    """Return a cell that defines a softmax with this body, and one line that checks it."""
    return f"def softmax(x, axis=-1):\n{indent(dedent(body), '    ')}\n\ncheck(softmax)"


# ---------------------------------------------------------------------- which function is meant

FORMULA = "np.exp(x - x.max(axis, keepdims=True)) / np.exp(x - x.max(axis, keepdims=True)).sum(axis, keepdims=True)"
FOUND = {
    "its name": (f"def softmax(x, axis=-1): return {FORMULA}", "check(softmax)"),
    "a text": (f"def softmax(x, axis=-1): return {FORMULA}", "check('softmax')"),
    "an alias": (f"def softmax(x, axis=-1): return {FORMULA}\nmine = softmax", "check(mine)"),
    "a name for another's": (f"def mine(x, axis=-1): return {FORMULA}\nsoftmax = mine", "check(mine)"),
    "a lambda": (f"softmax = lambda x, axis=-1: {FORMULA}", "check(softmax)"),
    "an instance": (
        f"class Softmax:\n    def __call__(self, x, axis=-1): return {FORMULA}\nsoftmax = Softmax()",
        "check(softmax)",
    ),
    "a partial": (
        f"from functools import partial\nsoftmax = partial(lambda t, x, axis=-1: {FORMULA}, 1)",
        "check(softmax)",
    ),
    "a local function": (
        f"def make():\n    def softmax(x, axis=-1): return {FORMULA}\n    return softmax",
        "check(make())",
    ),
    "the older of two": (
        f"def softmax(x, axis=-1): return {FORMULA}\nolder = softmax\ndef softmax(x, axis=-1): return x",
        "check(older)",
    ),
}


@pytest.mark.parametrize(("cell", "call"), FOUND.values(), ids=FOUND.keys())
def test_check_finds_the_function_by(notebook: Notebook, cell: str, call: str) -> None:
    (text,) = notebook.texts(cell, call)
    assert text.splitlines()[0] == PASSED


@pytest.mark.parametrize("call", ["check(print)", "check('sofmax')", "hint(3)", "hint(np.ones(2))", "check(None)"])
def test_what_is_no_task_is_answered_with_the_tasks(notebook: Notebook, call: str) -> None:
    (text,) = notebook.texts(call)
    assert "does not know a task called" in text
    assert all(f"`{name}`" in text for lab in all_labs() for name in lab.names)


def test_a_missing_function_and_a_stub_are_not_attempted(notebook: Notebook) -> None:
    for text in notebook.texts("check('softmax')", softmax_that("raise NotImplementedError")):
        assert text.startswith("`softmax`: not attempted yet\n")


def test_a_check_in_a_loop_shows_each(notebook: Notebook) -> None:
    titles = [text.splitlines()[0] for text in notebook.texts(SOLVED, "for f in (softmax, attention_scores): check(f)")]
    assert titles == [PASSED, "`attention_scores`: all public checks passed (4 of 4)"]


def test_a_check_is_html_and_text(notebook: Notebook) -> None:
    (output,) = notebook.run(SOLVED, "check(softmax)")
    assert output.data["text/html"].startswith('<div role="status"')
    assert output.data["text/plain"].startswith(PASSED)


# ---------------------------------------------------------------------- whatever the function does

STRANGE = {
    "a huge array": (
        "return np.zeros((2000, 2000))",
        "the shape of the weights is another one, with 2 axes, not (2, 3).",
    ),
    "many axes": ("return np.zeros((2,) * 20)", "(not shown: 20 axes)"),
    "a long list": ("return [[0.5] * 1000] * 300", "the shape of the weights is another one, with 2 axes, not (2, 3)."),
    "a ragged list": ("return [[1], [1, 2]]", "lists of different lengths were returned."),
    "a generator": ("return (w for w in x)", "the weights should be numbers, but this was returned: generator."),
    "what a generator function gives": ("yield x", "but this was returned: generator."),
    "nothing": ("np.exp(x)", "nothing was returned for the weights: is a `return` missing?"),
    "truth values": ("return x == x.max(axis, keepdims=True)", "yours, shape (2, 3)"),
    "infinity": ("return x / 0", "the weights should be finite, but there are infinite values."),
    "the largest number": ("return np.where(x > 0, 1e308, -1e308)", "the values of the weights differ"),
    "an endless recursion": ("return softmax(x, axis)", "RecursionError: maximum recursion depth exceeded"),
    "the end of the program": ("import sys; sys.exit('bye')", "SystemExit: bye"),
    "an exception without words": (
        "class Mute(Exception):\n    def __str__(self): raise ValueError\nraise Mute",
        "softmax, line 4: raise Mute\n    Mute\n",
    ),
    "an exception of the learner's": (
        "class Odd(ValueError): pass\nraise Odd('<b>how</b> odd')",
        "Odd: <b>how</b> odd",
    ),
    "a refusal": ("if x.ndim == 2 and axis == -1: return x\nraise NotImplementedError", "`softmax`: wrong (0 of 5"),
    "a closed output": ("import sys; print('<i>hello</i>'); return x", "Your function printed:\n    <i>hello</i>"),
}


@pytest.mark.parametrize(("body", "fact"), STRANGE.values(), ids=STRANGE.keys())
def test_check_survives_and_explains(notebook: Notebook, body: str, fact: str) -> None:
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        (output,) = notebook.run(softmax_that(body))
    text = output.data["text/plain"]
    assert notebook.error is None
    assert notebook.printed == ""
    assert not shown
    assert fact in text
    assert "attn_course" not in text
    assert "<b>" not in output.data["text/html"]
    assert "<i>" not in output.data["text/html"]


def test_warnings_that_the_learner_made_errors_do_not_break_a_check(notebook: Notebook) -> None:
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        (text,) = notebook.texts(WEAK, "check(softmax)")
    assert text.startswith("`softmax`: wrong (3 of 5 checks pass)\n")
    assert "the weights sum to one along the axis" in text


def test_a_function_that_changes_global_state_is_checked_and_its_state_left_to_it(notebook: Notebook) -> None:
    cell = """
        calls = 0

        def softmax(x, axis=-1):
            global calls
            calls += 1
            np.random.seed(calls)
            np.set_printoptions(precision=1)
            e = np.exp(x - x.max(axis, keepdims=True))
            return e / e.sum(axis, keepdims=True)
    """
    (text,) = notebook.texts(cell, "check(softmax)")
    assert text.startswith(PASSED)
    notebook.run("print(calls > 5, np.array_equal(softmax(np.zeros(2)), [0.5, 0.5]))\nnp.set_printoptions(precision=8)")
    assert notebook.printed == "True True\n"


# ---------------------------------------------------------------------- errors carried forward, in a notebook

ATTEND = """
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    return weights @ V, weights
"""
INSTANCES = """
class Wrong:
    def __call__(self, x, axis=-1): return np.exp(x)

class Attend:
    def __call__(self, Q, K, V, mask=None):
        scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
        weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
        return weights @ V, weights

softmax, scaled_dot_product_attention = Wrong(), Attend()
"""


@pytest.mark.parametrize(
    "cell", ["def softmax(x, axis=-1): return np.exp(x)" + ATTEND, INSTANCES], ids=["functions", "instances"]
)
def test_a_right_function_waits_for_a_wrong_one(notebook: Notebook, cell: str) -> None:
    (text,) = notebook.texts(cell, "mine = softmax", "check(scaled_dot_product_attention)")
    assert text.splitlines()[0] == "`scaled_dot_product_attention`: waits for `softmax`"
    notebook.run("print(softmax is mine)")
    assert notebook.printed == "True\n"


def test_an_interrupt_passes_and_leaves_the_notebooks_names_as_they_were(notebook: Notebook) -> None:
    impatient = ATTEND.replace(
        "scores =", "if 'attn_course' in softmax.__module__: raise KeyboardInterrupt\n    scores =", 1
    )
    shown = notebook.run(
        "def softmax(x, axis=-1): return x\nmine = softmax", impatient, "check(scaled_dot_product_attention)"
    )
    assert isinstance(notebook.error, KeyboardInterrupt)
    assert shown == []
    notebook.run("print(softmax is mine)")
    assert notebook.printed == "True\n"


# ---------------------------------------------------------------------- hint, progress, attempt


def test_hints_come_in_three_stages_for_each_function(notebook: Notebook) -> None:
    texts = notebook.texts(SOLVED, "for _ in range(4): hint(softmax)", "hint('attention_scores')")
    assert [text.splitlines()[0] for text in texts] == [
        "`softmax`: hint 1 of 3",
        "`softmax`: hint 2 of 3",
        "`softmax`: hint 3 of 3",
        "`softmax`: hint 3 of 3",
        "`attention_scores`: hint 1 of 3",
    ]


def test_progress_before_during_and_after(notebook: Notebook) -> None:
    (before,) = notebook.texts("progress()")
    assert before == "No function of any lab is defined here yet: run the notebook's cells first."
    (during,) = notebook.texts(WEAK, "progress()")
    assert during.splitlines()[0].endswith("0 of 6 tasks pass all their public checks")
    assert "wrong: `softmax` (4 points)" in during
    assert "not attempted yet: `gradient_norm` (2 points)" in during
    assert "Next: `attention_scores`" in during
    (after,) = notebook.texts(SOLVED, "progress()")
    assert after.splitlines()[0].endswith("all public checks passed; hidden tests remain")


STUB = "def softmax(x, axis=-1): raise NotImplementedError('write me')"


@pytest.mark.parametrize("block", ["softmax(np.ones(2))", "(lambda x: 1 + softmax(x))(np.ones(2))"])
def test_attempt_goes_on_where_a_task_is_not_written(notebook: Notebook, block: str) -> None:
    (text,) = notebook.texts(
        STUB, f"with attempt():\n    print('before')\n    {block}\n    print('behind')\nprint('after')"
    )
    assert text == "not attempted yet: write `softmax` first, then run this cell again."
    assert notebook.printed == "before\nafter\n"


def test_attempt_is_silent_where_everything_is_written(notebook: Notebook) -> None:
    assert notebook.texts(SOLVED, "with attempt():\n    print(softmax(np.zeros(2)))") == []
    assert notebook.printed == "[0.5 0.5]\n"


@pytest.mark.parametrize(
    ("cell", "block", "error"),
    [
        ("def helper(): raise NotImplementedError", "helper()", NotImplementedError),
        ("", "raise NotImplementedError", NotImplementedError),
        ("from numbers import Number", "import io; io.RawIOBase().fileno()", OSError),
        (STUB, "softmax()", TypeError),
        ("", "1 / 0", ZeroDivisionError),
        ("", "raise KeyboardInterrupt", KeyboardInterrupt),
    ],
)
def test_attempt_hides_no_other_error(notebook: Notebook, cell: str, block: str, error: type[BaseException]) -> None:
    assert notebook.run(cell, f"with attempt():\n    {block}") == []
    assert isinstance(notebook.error, error)


# ---------------------------------------------------------------------- plain Python


def test_plain_python_is_told_the_same_as_text(tmp_path: Path) -> None:
    script = f"""
{IMPORTS}

def attention_scores(Q, K, scale=True):
    raise NotImplementedError

softmax = lambda x, axis=-1: {FORMULA}
mine = softmax
check(softmax); check(mine); check("softmax"); check(attention_scores); check(print)
hint(softmax)
with attempt():
    attention_scores(1, 2)
progress()
"""
    path = tmp_path / "my_lab.py"
    path.write_text(script, encoding="utf-8")
    ran = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert ran.stderr == ""
    assert [line for line in ran.stdout.splitlines() if not line.startswith("  ")] == [
        *[PASSED] * 3,
        "`attention_scores`: not attempted yet",
        "`check` does not know a task called `print`. It knows:",
        "`softmax`: hint 1 of 3",
        "not attempted yet: write `attention_scores` first, then run this cell again.",
        "Scaled dot-product attention: 1 of 6 tasks pass all their public checks",
    ]


def test_code_above_a_stub_that_is_left_is_pointed_out(notebook: Notebook) -> None:
    (said,) = notebook.texts(
        "def softmax(x, axis=-1):\n    e = np.exp(x)\n    raise NotImplementedError\n\ncheck(softmax)"
    )
    assert "`softmax`: not finished yet" in said
    assert "is still there and stops it" in said


def test_the_courses_own_function_is_not_taken_for_the_learners(notebook: Notebook) -> None:
    (said,) = notebook.texts("from attn_course.attention import softmax\ncheck(softmax)")
    assert "this is the course's own function" in said
    assert "passed" not in said


def test_a_result_in_place_of_a_function_is_pointed_out(notebook: Notebook) -> None:
    assert "without calling it: `check(attention_scores)`" in notebook.texts("check(np.ones(3))")[0]


def test_progress_does_not_count_the_courses_own_functions(notebook: Notebook) -> None:
    (said,) = notebook.texts("from attn_course.attention import softmax, attention_scores\nprogress()")
    assert "0 of 6 tasks pass all their public checks" in said.splitlines()[0]
    assert "not attempted yet: `softmax`" in said


ODD = {
    "raises for every attribute": "class Odd:\n  def __getattr__(self, name): raise RuntimeError",
    "has a name that is no text": "class Odd:\n  __name__ = 3",
    "raises for its class": "class Odd:\n  @property\n  def __class__(self): raise RuntimeError",
}


@pytest.mark.parametrize("cell", ODD.values(), ids=ODD.keys())
def test_an_object_that_tells_no_name_is_no_task(notebook: Notebook, cell: str) -> None:
    texts = notebook.texts(cell, "check(Odd())", "hint(Odd())")
    assert all("does not know a task called `Odd`" in text for text in texts)


# ---------------------------------------------------------------------- classes

OBJECTS = Path(__file__).parent / "lab_objects"
TALLY_STUB = """
class RunningTally:
    def __init__(self, start=0.0):
        raise NotImplementedError

    def add(self, row):
        raise NotImplementedError
"""
TALLY_HALF = """
class RunningTally:
    def __init__(self, start=0.0):
        self.rows = []

    def add(self, row):
        self.rows.append(row)
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError
"""


@pytest.fixture
def objects(notebook: Notebook, monkeypatch: pytest.MonkeyPatch) -> Notebook:
    """Return a notebook of the lab that asks for a class."""
    monkeypatch.setattr(learner, "all_labs", lambda: (load_module(OBJECTS / "tasks.py").lab,))
    return notebook


def test_a_class_is_checked_like_a_function(objects: Notebook) -> None:
    right = (OBJECTS / "reference.py").read_text(encoding="utf-8")
    for cell, title in [
        (right, "`RunningTally`: all public checks passed (2 of 2)"),
        (TALLY_STUB, "`RunningTally`: not attempted yet"),
        (TALLY_HALF, "`RunningTally`: not finished yet"),
        (
            right + "\nTally = RunningTally\nRunningTally = lambda *start: Tally(*start)",
            "`RunningTally`: error (1 of 2",
        ),
    ]:
        (text,) = objects.texts(cell, "check(RunningTally)")
        assert text.startswith(title)
    (hint,) = objects.texts("hint(RunningTally)")
    assert hint.startswith("`RunningTally`: hint 1 of 3")


@pytest.mark.parametrize("block", ["RunningTally()", "RunningTally.add(None, 1)", "(lambda: RunningTally())()"])
def test_attempt_goes_on_where_a_class_is_not_written(objects: Notebook, block: str) -> None:
    (text,) = objects.texts(TALLY_STUB, f"with attempt():\n    {block}")
    assert text == "not attempted yet: write `RunningTally` first, then run this cell again."
