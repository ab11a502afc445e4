"""Calls of functions in this process: what is recorded, what is left alone, and what stands in."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from toy import LAB, RIGHT, defined, student

from attn_course import tracebacks
from attn_course.checking.student import Call, LearnerError, LocalStudent, NotAttempted, Unreadable, plain

X = np.array([1.0, -2.0])


def last_call(learner: LocalStudent, *arguments: Any, **keywords: Any) -> Call:
    """Call `double`, whatever becomes of it, and return the record."""
    with suppress(LearnerError, NotAttempted):
        learner.double(*(arguments or (X,)), **keywords)
    return learner.calls[-1]


# ---------------------------------------------------------------------- what is recorded


def test_a_call_is_recorded_with_its_arguments_and_its_value() -> None:
    learner = student("def double(x, y=0): return 2 * x + y")
    np.testing.assert_array_equal(learner.double(X, y=1), [3, -3])
    call = learner.calls[0]
    assert (call.function, call.error, call.printed) == ("double", None, "")
    assert call.arguments[0] is X
    assert call.keywords == {"y": 1}
    np.testing.assert_array_equal(call.value, [3, -3])


def test_the_function_gets_copies_and_what_it_wrote_is_seen_afterwards() -> None:
    learner = student("def double(x, y):\n    x *= 2\n    y[0] = 9\n    return x")
    x, y = X.copy(), np.zeros(2)
    call = last_call(learner, x, y=y)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, 0)
    np.testing.assert_array_equal(call.arguments_after[0], [2, -4])
    np.testing.assert_array_equal(call.keywords_after["y"], [9, 0])


def test_what_is_written_before_an_error_is_seen_too() -> None:
    call = last_call(student("def double(x):\n    x += 1\n    raise ValueError"))
    np.testing.assert_array_equal(call.arguments_after[0], X + 1)


def test_a_value_is_a_copy_that_later_calls_cannot_change() -> None:
    learner = student("kept = np.zeros(2)\ndef double(x):\n    kept[:] = 2 * x\n    return kept")
    first = learner.double(X)
    learner.double(5 * X)
    np.testing.assert_array_equal(first, 2 * X)


def test_what_is_printed_is_kept_and_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    learner = student("def double(x):\n    print('x is', x.shape)\n    return 2 * x")
    assert last_call(learner).printed == "x is (2,)\n"
    learner = student("def double(x):\n    print('so far')\n    raise ValueError")
    assert last_call(learner).printed == "so far\n"
    assert capsys.readouterr().out == ""


def test_warnings_and_numpys_settings_stay_inside_the_call() -> None:
    cell = """
        import warnings

        def double(x):
            warnings.warn("mind the gap")
            np.seterr(all="raise")
            warnings.simplefilter("error")
            return 2 * x
    """
    before, filters = np.geterr(), list(warnings.filters)
    with warnings.catch_warnings(record=True) as shown:
        learner = student(cell)
        np.testing.assert_array_equal(learner.double(X), 2 * X)
        learner = student("def double(x): return x / np.zeros(2)")
        assert not np.isfinite(learner.double(X)).any()
    assert not shown
    assert np.geterr() == before
    assert list(warnings.filters) == filters


@pytest.mark.parametrize(
    ("value", "same"),
    [
        (np.float32(2), np.array(2, dtype=np.float32)),
        (np.ma.masked_array([1, 2], mask=[0, 1]), np.array([1, 2])),
        ((np.ones(1), [np.ones(2), 3]), (np.ones(1), [np.ones(2), 3])),
        ({1: np.ones(1)}, {"1": np.ones(1)}),
        ("text", "text"),
        (None, None),
        (range(3), Unreadable("range")),
        ((n for n in "ab"), Unreadable("generator")),
        (np.array(["a"]), Unreadable("array of <U1")),
        (np.broadcast_to(1.0, (10**5, 10**4)), Unreadable("array of shape (100000, 10000), which is too large")),
        ({1, 2}, Unreadable("set")),
        ([object()], [Unreadable("object")]),
    ],
)
def test_values_become_plain_data(value: object, same: object) -> None:
    assert repr(plain(value)) == repr(same)


# ---------------------------------------------------------------------- errors


def test_an_error_has_the_learners_lines_only() -> None:
    learner = student("""
        def helper(x):
            return np.apply_along_axis(lambda row: row.reshape(5), -1, x)

        def double(x):
            return helper(x)
    """)
    error = last_call(learner).error
    assert error.kind == "ValueError"
    assert [(line.function, line.number, line.source) for line in error.lines] == [
        ("double", 6, "return helper(x)"),
        ("helper", 3, "return np.apply_along_axis(lambda row: row.reshape(5), -1, x)"),
        ("helper.<lambda>", 3, "return np.apply_along_axis(lambda row: row.reshape(5), -1, x)"),
    ]


def test_a_file_of_the_learners_may_lie_beside_the_course() -> None:
    course = Path(tracebacks.__file__).parent
    assert not tracebacks.is_learners(str(course / "attention" / "scaled_dot_product.py"))
    assert not tracebacks.is_learners(np.__file__)
    assert not tracebacks.is_learners(os.__file__)
    assert tracebacks.is_learners(f"{course}_by_me{os.sep}softmax.py")
    assert tracebacks.is_learners("<ipython-input-1-abc>")


@pytest.mark.parametrize(
    ("cell", "kind", "text"),
    [
        ("class Odd(Exception): pass\ndef double(x): raise Odd('how odd')", "Odd", "how odd"),
        ("class Odd(Exception):\n  def __str__(self): raise KeyError\ndef double(x): raise Odd", "Odd", ""),
        ("class Odd(Exception):\n  def __str__(self): return 3\ndef double(x): raise Odd", "Odd", ""),
        ("class Odd(BaseException): pass\ndef double(x): raise Odd('base')", "Odd", "base"),
        ("import sys\ndef double(x): sys.exit(3)", "SystemExit", "3"),
        ("def double(x): return double(x)", "RecursionError", "maximum recursion depth exceeded"),
        ("def double(): return 1", "TypeError", "double() takes 0 positional arguments but 1 was given"),
        ("double = 3", "TypeError", "'int' object is not callable"),
    ],
)
def test_every_error_is_recorded(cell: str, kind: str, text: str) -> None:
    learner = student(cell)
    with pytest.raises(LearnerError):
        learner.double(X)
    assert (learner.calls[-1].error.kind, learner.calls[-1].error.text) == (kind, text)


def test_an_interrupt_is_the_learners_wish_to_stop() -> None:
    with pytest.raises(KeyboardInterrupt):
        student("def double(x): raise KeyboardInterrupt").double(X)


# ---------------------------------------------------------------------- not attempted


@pytest.mark.parametrize(
    "cell",
    {
        "missing": "del double",
        "None": "double = None",
        "stub": "def double(x): raise NotImplementedError",
        "stub with a message": "def double(x): raise NotImplementedError('write double')",
        "other name": "def stub(x): raise NotImplementedError\ndouble = stub",
        "instance": "class Double:\n  def __call__(self, x): raise NotImplementedError\ndouble = Double()",
        "decorated": """
            import functools
            def watched(function):
                @functools.wraps(function)
                def wrapper(*arguments):
                    return function(*arguments)
                return wrapper
            @watched
            def double(x): raise NotImplementedError
        """,
    }.values(),
)
def test_a_stub_is_not_attempted(cell: str) -> None:
    with pytest.raises(NotAttempted):
        student(cell).double(X)


@pytest.mark.parametrize(
    "cell",
    [
        "def double(x): raise NotImplementedError",
        "class Double:\n  def __call__(self, x): raise NotImplementedError\ndouble = Double()",
    ],
)
def test_a_function_that_calls_a_stub_is_attempted(cell: str) -> None:
    with pytest.raises(LearnerError) as caught:
        student(cell).quadruple(X)
    assert caught.value.kind == "NotImplementedError"


def test_private_names_are_no_functions_of_the_learners() -> None:
    assert not hasattr(student(), "_repr_html_")


# ---------------------------------------------------------------------- the course's own functions stand in

WRONG = "def double(x): return 3 * x"
CALLERS = {
    "function": "def quadruple(x): return double(double(x))",
    "lambda": "quadruple = lambda x: double(double(x))",
    "instance": "class Twice:\n  def __call__(self, x): return double(double(x))\nquadruple = Twice()",
    "method": "class Twice:\n  def run(self, x): return double(double(x))\nquadruple = Twice().run",
    "partial": "import functools\nquadruple = functools.partial(lambda n, x: double(double(x)), 4)",
    "vectorize": "quadruple = np.vectorize(lambda x: double(double(x)))",
}


@pytest.mark.parametrize("caller", CALLERS.values(), ids=CALLERS.keys())
@pytest.mark.parametrize("copied", [False, True], ids=["the namespace itself", "names taken from it"])
def test_what_stands_in_is_found_by_every_kind_of_caller(caller: str, copied: bool) -> None:
    names = defined(RIGHT, WRONG, caller)
    functions = {name: names[name] for name in LAB.names} if copied else names
    learner = LocalStudent(functions, LAB.reference)
    np.testing.assert_array_equal(learner.quadruple(X), 9 * X)
    with learner.replaced(["double"]):
        np.testing.assert_array_equal(learner.quadruple(X), 4 * X)
        np.testing.assert_array_equal(learner.double(X), 2 * X)
    np.testing.assert_array_equal(learner.quadruple(X), 9 * X)


def test_what_stands_in_is_found_by_functions_of_another_module(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "learners_helpers.py").write_text(dedent(f"{WRONG}\ndef quadruple(x): return double(double(x))"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "learners_helpers", raising=False)
    learner = LocalStudent(defined("from learners_helpers import quadruple"), LAB.reference)
    with learner.replaced(["double"]):
        np.testing.assert_array_equal(learner.quadruple(X), 4 * X)
    np.testing.assert_array_equal(learner.quadruple(X), 9 * X)


PROXIES = {
    "raises": "class Proxy:\n  @property\n  def __class__(self): raise RuntimeError('not set up')",
    "claims to be a partial": "import functools\nclass Proxy:\n  __class__ = functools.partial",
    "claims to be a function": "class Proxy:\n  __class__ = type(lambda: 0)",
    "is a partial that raises": (
        "import functools\nclass Proxy(functools.partial):\n"
        "  def __new__(cls): return super().__new__(cls, print)\n"
        "  @property\n  def func(self): raise RuntimeError"
    ),
}


@pytest.mark.parametrize("proxy", PROXIES.values(), ids=PROXIES.keys())
def test_an_object_that_lies_about_its_class_does_not_disturb(proxy: str) -> None:
    learner = LocalStudent(defined(RIGHT, f"{proxy}\nlazy = Proxy()"), LAB.reference)
    with learner.replaced(["double"]):
        np.testing.assert_array_equal(learner.quadruple(X), 4 * X)


def test_libraries_that_the_notebook_imports_from_are_left_alone() -> None:
    names = defined("from textwrap import dedent\nfrom attn_course.checking import check", RIGHT)
    spaces = [sys.modules["textwrap"].__dict__, sys.modules["attn_course.checking.learner"].__dict__]
    with LocalStudent(names, LAB.reference).replaced(["double"]):
        assert not any("double" in space for space in spaces)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_names_are_as_before_after_an_exception(error: type[BaseException]) -> None:
    names = defined(RIGHT, WRONG, "del quadruple")
    before = dict(names)
    learner = LocalStudent(names, LAB.reference)
    with suppress(error), learner.replaced(["double", "quadruple"]):
        assert names["double"] is LAB.reference.double
        assert names["quadruple"] is LAB.reference.quadruple
        raise error
    assert names == before


def test_names_are_as_before_though_the_function_binds_them_anew() -> None:
    names = defined(RIGHT, WRONG, "def quadruple(x):\n    global double\n    double = None\n    return 4 * x")
    before = dict(names)
    learner = LocalStudent(names, LAB.reference)
    with learner.replaced(["double"]):
        learner.quadruple(X)
        assert names["double"] is None
    assert names == before


def test_a_mapping_that_cannot_be_written_to_is_not() -> None:
    names = defined(RIGHT, WRONG)
    learner = LocalStudent(MappingProxyType(names), LAB.reference)
    with learner.replaced(["double"]):
        np.testing.assert_array_equal(learner.quadruple(X), 4 * X)  # through the function's own namespace
