"""Which functions of the course a submission may import: those of earlier labs, never its own lab's."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from attn_course.checking.specification import Lab, Task, all_labs
from attn_course.grading.grade import Graded, before, grade, guessed_lab
from attn_course.grading.reference_source import shown
from attn_course.grading.submission import Submission
from attn_course.sandbox import Sandbox
from notebooks import notebook_bytes

FIRST = "def double(x):\n    return 2 * x\n\n\ndef quarter(x):\n    return x / 4\n"
SECOND = (
    "from attn_course.attention.first import double\n\nTIMES = 2\n\n\n"
    "def helper(x):\n    return double(x) * TIMES\n\n\ndef fourfold(x):\n    return helper(x)\n\n\n"
    "def sixfold(x):\n    return helper(x) + double(x)\n"
)
THIRD = "def tenfold(x):\n    return 10 * x\n"
TESTS = """
from attn_course.checking import expect_close, test_of


@test_of("{name}", points=1)
def {name}_of_a_number(student, rng):
    '''the number is multiplied'''
    x = rng.uniform(1, 2)
    expect_close(student.{name}(x), {factor} * x, "the result")
"""
FACTORS = {"double": 2, "quarter": 0.25, "fourfold": 4, "sixfold": 6, "tenfold": 10}


def module_of(name: str, source: str, folder: Path) -> ModuleType:
    """Return a module of the course that is made for a test."""
    path = folder / f"{name}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(f"attn_course.attention.{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Lab, ...]:
    """Three small labs, of which the second builds on the first."""
    labs = []
    for number, (name, source) in enumerate([("first", FIRST), ("second", SECOND), ("third", THIRD)], start=1):
        folder = tmp_path / f"lab0{number}_{name}"
        folder.mkdir()
        module = module_of(name, source, folder)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        tasks = [task for task in FACTORS if f"def {task}(" in source]
        text = "".join(TESTS.format(name=task, factor=FACTORS[task]) for task in tasks)
        for tests in ("hidden_tests.py", "public_tests.py"):
            (folder / tests).write_text(text)
        (folder / "misconceptions.py").write_text("")
        declared = tuple(Task(task, task, 1, "Task", ("a", "b", "c")) for task in tasks)
        labs.append(Lab(folder.name, name, declared, module, folder))
    return tuple(labs)


@pytest.fixture
def mark(three: tuple[Lab, ...], sandbox: Sandbox) -> Callable[..., Graded]:
    """Return what marks cells as a submission of the three labs."""

    def mark(*cells: str, lab: Lab | None = None, metadata: str = "") -> Graded:
        content = notebook_bytes([dedent(cell) for cell in cells], metadata={"attn_course": {"lab": metadata}})
        return grade(content, "lab.ipynb", labs=three, secret=b"secret", start=sandbox.start, seed=1, lab=lab)

    return mark


Mark = Callable[..., Graded]
OWN = "def fourfold(x): return double(double(x))\ndef sixfold(x): return double(x) + fourfold(x)"


def earned(graded: Graded) -> tuple[str | None, dict[str, float]]:
    """Return the lab and the points of each task."""
    return graded.record["lab"], {task["task"]: task["earned"] for task in graded.record["tasks"]}


@pytest.mark.parametrize(
    "line",
    [
        "from attn_course.attention import double",
        "from attn_course.attention import *",
        "from attn_course.attention.first import double, quarter",
        "from attn_course import attention\ndouble = attention.double",
        "from attn_course.checking import from_lab\nlab01 = from_lab('lab01')\ndouble = lab01.double",
    ],
)
def test_a_submission_uses_the_functions_of_earlier_labs(mark: Mark, line: str) -> None:
    assert earned(mark(line, OWN)) == ("lab02_second", {"fourfold": 1, "sixfold": 1})


def test_what_is_imported_earns_nothing(mark: Mark) -> None:
    graded = mark("from attn_course.attention import double, quarter")
    assert (graded.record["status"], graded.record["score"]) == ("unreadable", 0)
    assert earned(mark("from attn_course.attention import double\ndef tenfold(x): return 5 * double(x)")) == (
        "lab03_third",
        {"tenfold": 1},
    )


MISLEADING = """
    NEVER_RUN = '''
    def fourfold(x): pass
    def sixfold(x): pass
    def tenfold(x): pass
    '''
    try:
        from attn_course.attention import double as found, fourfold as better
    except ImportError:
        found = better = None
"""


def test_a_submission_that_seems_to_be_of_a_later_lab_is_run_again_without_its_own_labs_functions(mark: Mark) -> None:
    steal = "def double(x): return found(x)\ndef quarter(x): return x / 4"
    assert earned(mark(MISLEADING, steal)) == ("lab01_first", {"double": 0, "quarter": 1})
    steal = "def fourfold(x): return better(x)\ndef sixfold(x): return 6 * x"
    assert earned(mark(MISLEADING, "def tenfold(x): pass\ndel tenfold", steal)) == (
        "lab02_second",
        {"fourfold": 0, "sixfold": 1},
    )


def test_a_submission_that_changes_its_functions_with_what_it_sees_is_of_the_lab_that_it_showed_first(
    mark: Mark,
) -> None:
    text = "text = '''\ndef fourfold():\ndef sixfold():\n'''"
    look = "try:\n    from attn_course.attention import double as found\nexcept ImportError:\n    found = None"
    change = "if found:\n    def double(x): return found(x)\nelse:\n    def tenfold(x): return 10 * x"
    cells = [text, look, change]
    assert earned(mark(*cells)) == ("lab01_first", {"double": 0, "quarter": 0})


def test_a_lab_that_cannot_be_guessed_is_run_again_with_all_that_it_may_see(mark: Mark) -> None:
    cells = ["from attn_course.attention import double", "exec('''" + OWN + "''')"]
    for metadata in ("", "lab01_first", "lab03_third"):
        assert earned(mark(*cells, metadata=metadata)) == ("lab02_second", {"fourfold": 1, "sixfold": 1})


def test_the_lab_that_is_asked_for_decides_what_is_seen(mark: Mark, three: tuple[Lab, ...]) -> None:
    cells = ["from attn_course.attention import double as found", "def double(x): return found(x)", OWN]
    assert earned(mark(*cells)) == ("lab02_second", {"fourfold": 1, "sixfold": 1})
    assert earned(mark(*cells, lab=three[0])) == ("lab01_first", {"double": 0, "quarter": 0})
    assert mark("def double(x): return 2 * x", lab=three[2]).record["status"] == "wrong_lab"


def test_errors_are_carried_forward_beside_what_is_imported(mark: Mark) -> None:
    cells = ["from attn_course.attention import double", "def fourfold(x): return double(x)"]
    graded = mark(*cells, "def sixfold(x): return fourfold(x) + double(x)")
    assert earned(graded) == ("lab02_second", {"fourfold": 0, "sixfold": 1})
    assert graded.record["tasks"][1]["carried_forward"] == "fourfold"


SEARCH = """
    import gc, sys, types
    from attn_course.attention import double
    from attn_course.checking import from_lab
    lab01 = from_lab("lab01")
    names, pieces = {"helper", "fourfold", "sixfold", "tenfold"}, (("help", "er(x)"), ("10 *", " x"))
    seen = [one for one in gc.get_objects() if getattr(one, "__name__", "") in names]
    seen += [one for one in gc.get_objects() if isinstance(one, types.CodeType) and one.co_name in names]
    seen += [module for module in list(sys.modules.values()) if set(vars(module)) & names]
    frame, texts = sys._getframe(), []
    while frame is not None:
        texts += map(str, frame.f_locals.values())
        frame = frame.f_back
    for one in gc.get_objects():
        if isinstance(one, (dict, list, tuple)):
            texts += [text for text in (one.values() if isinstance(one, dict) else one) if type(text) is str]
    seen += [text for text in texts if any("".join(piece) in text for piece in pieces)]
    for module in ("attn_course.attention.second", "attn_course.attention.third"):
        try:
            seen.append(__import__(module))
        except ImportError:
            pass
    found = len(seen)
    def fourfold(x): return 4 * x + found
    def sixfold(x): return 6 * x
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [("", ""), ('{"helper", ', '{"double", '), ('"help", "er(x)"', '"2 *", " x"')],
    ids=["what must not be there", "a function that is there", "a source that is there"],
)
def test_nothing_in_the_process_holds_the_functions_of_its_own_or_a_later_lab(mark: Mark, old: str, new: str) -> None:
    points = earned(mark(SEARCH.replace(old, new)))
    assert points == ("lab02_second", {"fourfold": 0 if old else 1, "sixfold": 1})  # the search finds what is there


# ---------------------------------------------------------------------- the guess, and the real labs


@pytest.mark.parametrize(
    ("cells", "metadata", "guess"),
    [
        (["def double(x): pass"], "", 0),
        (["class double: pass\n  async def fourfold(x): pass", "    def sixfold(x): pass"], "", 1),
        (["def double(x): pass\ndef fourfold(x): pass"], "", 1),
        (["x = 1\nprint(double)"], "lab03_third", 2),
        (["x = 1"], "", None),
        (["x = 1"], "lab77", None),
        (["def double(x:\n%magic\n!ls\n def quarter(", "def fourfold(:"], "", 0),
        (["\n" * 10**6 + " " * 10**6 + "def" + "\t" * 10**6 + "double"], "", 0),
    ],
)
def test_the_lab_is_guessed_from_what_seems_to_be_defined(
    three: tuple[Lab, ...], cells: list[str], metadata: str, guess: int | None
) -> None:
    found = guessed_lab(Submission(tuple(cells), metadata), three, None)
    assert found is (None if guess is None else three[guess])


@pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)
def test_what_a_submission_of_a_lab_is_shown_holds_nothing_of_it_or_of_later_labs(lab: Lab) -> None:
    labs = all_labs()
    sources = shown(before(lab, labs))
    assert [one["lab"] for one in sources] == [one.id for one in labs if one.id < lab.id]
    defined = {node.name for one in sources for node in ast.walk(ast.parse(one["source"])) if hasattr(node, "name")}
    assert not defined & {name for one in labs if one.id >= lab.id for name in one.names}
    assert not any("attn_course" in line for one in sources for line in one["source"].splitlines() if "import" in line)
