"""The diagnosis is certain or silent."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from toy import LAB, student

from attn_course.checking.diagnosis import diagnose
from attn_course.checking.outcomes import Outcome, TaskResult
from attn_course.checking.running import diagnosed, examine_task
from attn_course.checking.specification import Misconception
from attn_course.checking.student import Call, LearnerError, LocalStudent

Function = Callable[..., Any]


def entry(implementation: Function, name: str = "it", task: str = "double") -> Misconception:
    """Return a misconception of that implementation."""
    return Misconception(task, name, "It does it.", "Think.", implementation)


def calls_of(function: Function, *inputs: Any) -> Sequence[Call]:
    """Return the records of calling a learner's `double` with each input."""
    learner = LocalStudent({"double": function})
    for x in inputs:
        with suppress(LearnerError):
            learner.double(x)
    return learner.calls


def explains(implementation: Function, function: Function, *inputs: Any) -> bool:
    """Tell whether a wrong implementation is taken for what the learner's function does."""
    return diagnose([entry(implementation)], "double", calls_of(function, *inputs)) is not None


# ---------------------------------------------------------------------- certain or silent


def test_the_one_that_explains_every_call_is_named() -> None:
    bank = [entry(lambda x: x**2, "square"), entry(lambda x: x**3, "cube"), entry(lambda x: x**2, "other", "quadruple")]
    assert diagnose(bank, "double", calls_of(lambda x: x * x, 2, 3, np.arange(4))) is bank[0]


def test_one_call_that_differs_silences_it() -> None:
    assert explains(lambda x: x**2, lambda x: 2 * x, 0, 2)
    assert not explains(lambda x: x**2, lambda x: 2 * x, 0, 2, 3)


def test_two_explanations_silence_it() -> None:
    bank = [entry(lambda x: x**2, "square"), entry(lambda x: x + 2, "plus two")]
    assert diagnose(bank, "double", calls_of(lambda x: x * x, 2)) is None
    assert diagnose(bank, "double", calls_of(lambda x: x * x, 2, 3)) is bank[0]


def test_without_a_call_there_is_nothing_to_explain() -> None:
    assert diagnose([entry(lambda x: x)], "double", []) is None


# ---------------------------------------------------------------------- what counts as the same

ALIKE: dict[str, tuple[Function, Function]] = {
    "rounding": (lambda x: x / 3, lambda x: x * (1 / 3)),
    "NaN": (lambda x: x * np.nan, lambda x: np.full(2, np.nan)),
    "an array and a list": (lambda x: x, lambda x: x.tolist()),
    "two types of numbers": (lambda x: x, lambda x: x.astype(np.float32)),
    "tuples": (lambda x: (x, x + 1), lambda x: (x, x + 1)),
    "None": (lambda x: None, lambda x: None),
    "texts": (lambda x: "same", lambda x: "same"),
    "ragged lists": (lambda x: [[1], [1, 2]], lambda x: [[1], [1, 2.0]]),
    "dicts of arrays": (lambda x: {"a": x, "b": [x]}, lambda x: {"b": [x], "a": x}),
}
DIFFERENT: dict[str, tuple[Function, Function]] = {
    "a value": (lambda x: x, lambda x: x + 1e-3),
    "NaN and zero": (lambda x: x * np.nan, lambda x: x * 0),
    "a shape": (lambda x: x, lambda x: x[None]),
    "a number and a row of it": (lambda x: 1.0, lambda x: np.ones(2)),
    "a tuple and an array": (lambda x: (x, x), lambda x: np.array([x, x])),
    "shorter tuples": (lambda x: (x, x), lambda x: (x,)),
    "a value and none": (lambda x: x, lambda x: None),
    "objects": (lambda x: object(), lambda x: object()),
    "texts": (lambda x: "one", lambda x: "two"),
    "ragged lists": (lambda x: [[1], [1, 2]], lambda x: [[1], [1, 3]]),
    "keys of dicts": (lambda x: {"a": x}, lambda x: {"b": x}),
    "infinities": (lambda x: x * np.inf, lambda x: -x * np.inf),
    "huge numbers": (lambda x: np.full(2, 1e308), lambda x: np.full(2, -1e308)),
}
X = np.array([1.0, 2.0])


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE.keys())
def test_the_same(one: Function, other: Function) -> None:
    assert explains(one, other, X)
    assert explains(other, one, X)


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT.keys())
def test_not_the_same(one: Function, other: Function) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not explains(one, other, X)
        assert not explains(other, one, X)


def in_place(factor: float) -> Function:
    """Return a function that doubles by way of its argument, which it leaves multiplied."""

    def double(x):
        x *= factor
        return x * (2 / factor)

    return double


def test_what_is_done_to_the_arguments_counts() -> None:
    assert explains(in_place(2), in_place(2), X)
    assert explains(in_place(1 / 3), lambda x: (np.divide(x, 3, out=x), 6 * x)[1], X)  # but for rounding
    assert not explains(in_place(2), lambda x: 2 * x, X)
    assert not explains(lambda x: 2 * x, in_place(2), X)
    assert not explains(in_place(2), in_place(3), X)


def test_keywords_count_as_arguments() -> None:
    learner = LocalStudent({"double": lambda x, out: out.fill(0)})
    learner.double(X, out=np.ones(2))
    assert diagnose([entry(lambda x, out: out.fill(0))], "double", learner.calls)
    assert not diagnose([entry(lambda x, out: None)], "double", learner.calls)


def raises(error: Exception) -> Function:
    """Return a function that raises."""

    def double(x):
        raise error

    return double


def test_errors_are_the_same_by_kind_and_text() -> None:
    assert explains(raises(ValueError("no")), raises(ValueError("no")), X)
    assert not explains(raises(ValueError("no")), raises(ValueError("never")), X)
    assert not explains(raises(ValueError("no")), raises(TypeError("no")), X)
    assert not explains(raises(ValueError("no")), lambda x: x, X)
    assert not explains(lambda x: x, raises(ValueError("no")), X)


# ---------------------------------------------------------------------- which calls must be explained


def examine(cell: str, task: str = "double") -> TaskResult:
    """Examine the small lab, whose bank knows squares and lost signs."""
    result = diagnosed(LAB, examine_task(LAB, task, LAB.public_tests, student(cell), 1))
    assert result.outcome is not Outcome.PASSED or result.misconception is None
    return result


@pytest.mark.parametrize(
    ("cell", "name"),
    {
        "right": ("", None),
        "known": ("def double(x): return x * x", "double-squares"),
        "known, right for positive numbers": ("def double(x): return abs(x) + abs(x)", "double-loses-the-sign"),
        "unknown": ("def double(x): return 3 * x", None),
        "two mistakes, the first is known": ("def double(x): return x * x if x[0] > 0 else 5 * x", None),
        "two mistakes, the second is known": ("def double(x): return x * x if x[0] < 0 else 5 * x", None),
        "a passed test contradicts": ("def double(x): return x * x if x[0] < 0 else 2 * x", None),
        "an error is not explained": ("def double(x): return x * x if x[0] > 0 else 1 / 0", None),
        "a stub": ("def double(x): raise NotImplementedError", None),
    }.values(),
)
def test_a_mistake_is_named_that_explains_everything_and_no_other(cell: str, name: str | None) -> None:
    found = examine(cell).misconception
    assert (found.name if found else None) == name


def test_a_mistake_of_an_earlier_function_is_not_named_for_a_later_one() -> None:
    result = examine("def double(x): return x * x", task="quadruple")
    assert (result.outcome, result.replaced, result.misconception) == (Outcome.PASSED, ("double",), None)


# ---------------------------------------------------------------------- too much memory


def takes(numbers: int) -> Function:
    """Return a function that doubles its input, and meanwhile holds so many numbers of 8 bytes."""
    return lambda x: 2 * x + 0 * np.ones(numbers)[0]


@pytest.mark.parametrize(("numbers", "named"), [(200_000, True), (400_000, True), (100, False)])
def test_what_takes_too_much_memory_as_well_is_named_however_much_it_takes(numbers: int, named: bool) -> None:
    learner = LocalStudent({"double": takes(300_000)})
    with learner.limited_memory(1), suppress(LearnerError):
        learner.double(1)
    bank = [Misconception("double", "it", "It does it.", "Think.", takes(numbers), raises_at="^$")]
    assert (diagnose(bank, "double", learner.calls, only_errors=True) is not None) == named


def test_a_call_is_only_made_again_within_the_memory_that_it_had() -> None:
    learner = LocalStudent({"double": takes(300_000)})
    learner.double(1)
    assert diagnose([entry(takes(300_000))], "double", learner.calls) is not None
