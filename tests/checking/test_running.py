"""Running a task's tests: outcomes, time-outs, random numbers, and errors that are carried forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from toy import LAB, student

from attn_course.checking import specification
from attn_course.checking.outcomes import Outcome, TaskResult, TestResult
from attn_course.checking.running import examine_lab, examine_task, run_test, run_tests
from attn_course.checking.specification import Test
from attn_course.checking.student import Call, LocalStudent, Student, TookTooLong

TESTS = LAB.public_tests
DOUBLE = [test for test in TESTS if test.task == "double"]


def examine(name: str, learner: LocalStudent) -> TaskResult:
    """Examine one task of the small lab."""
    return examine_task(LAB, name, TESTS, learner, 1)


def outcomes(result: TaskResult) -> list[Outcome]:
    """Return the outcomes of a task's tests."""
    return [one.outcome for one in result.results]


# ---------------------------------------------------------------------- outcomes


@pytest.mark.parametrize(
    ("cell", "outcome"),
    [
        ("", Outcome.PASSED),
        ("def double(x): return 3 * x", Outcome.WRONG),
        ("def double(x): return 1 / 0", Outcome.ERROR),
        ("def double(x): raise NotImplementedError", Outcome.NOT_ATTEMPTED),
        ("del double", Outcome.NOT_ATTEMPTED),
    ],
)
def test_each_outcome(cell: str, outcome: Outcome) -> None:
    result = examine("double", student(cell))
    assert result.outcome is outcome
    assert outcomes(result) == [outcome] * 2
    assert result.earned == (2 if outcome is Outcome.PASSED else 0)
    assert (result.first_failure is None) == (outcome is Outcome.PASSED)
    for one in result.results:
        assert (one.failure is not None) == (outcome is Outcome.WRONG)
        assert (one.error is not None) == (outcome is Outcome.ERROR)
        assert [call.function for call in one.calls] == ["double"] * (cell != "del double")


def test_a_result_on_which_the_test_itself_fails_is_wrong() -> None:
    @specification.test_of("double")
    def careless(student, rng):
        """the result has a shape"""
        assert student.double(1).shape == ()

    result = run_test(careless, student("def double(x): return 'two'"), 1)
    assert result.outcome is Outcome.WRONG
    assert result.failure.sentence == "the result cannot be compared with the expected one"
    assert isinstance(result.failure.__cause__, AttributeError)


def test_the_first_failure_gives_the_tasks_outcome() -> None:
    result = examine("double", student("def double(x):\n    return 2 * x if (x > 0).all() else 1 / 0"))
    assert outcomes(result) == [Outcome.PASSED, Outcome.ERROR]
    assert result.outcome is Outcome.ERROR
    assert result.earned == 1


def test_a_function_that_gives_up_on_some_inputs_was_attempted() -> None:
    cell = "def double(x):\n    if (x > 0).all():\n        return 2 * x\n    raise NotImplementedError"
    result = examine("double", student(cell))
    assert outcomes(result) == [Outcome.PASSED, Outcome.ERROR]
    assert result.first_failure.error.lines[-1].source == "raise NotImplementedError"


# ---------------------------------------------------------------------- time-outs


class Slow(Student):
    """A learner whose `double` takes too long from its second call on."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def _invoke(self, question: Call) -> Call:
        self.asked += 1
        if self.asked > 1:
            raise TookTooLong(question.function)
        return replace(question, value=2 * question.arguments[0])

    @contextmanager
    def replaced(self, names: object) -> Iterator[None]:
        yield

    @contextmanager
    def limited_memory(self, megabytes: float) -> Iterator[None]:
        yield


def test_after_a_time_out_nothing_more_is_called() -> None:
    slow = Slow()
    results = run_tests([DOUBLE[0], *DOUBLE, DOUBLE[1]], slow, 1)
    assert [result.outcome for result in results] == [Outcome.PASSED, *[Outcome.TIMEOUT] * 3]
    assert slow.asked == 2
    assert results[-1].calls == ()


def test_after_a_time_out_what_has_passed_stays_and_nothing_more_is_called() -> None:
    slow, kept = Slow(), TestResult(DOUBLE[1], Outcome.PASSED)
    slow.asked = 1  # every further call takes too long
    results = run_tests([DOUBLE[0], DOUBLE[1], DOUBLE[0]], slow, 1, {DOUBLE[1].name: kept})
    assert [one.outcome for one in results] == [Outcome.TIMEOUT, Outcome.PASSED, Outcome.TIMEOUT]
    assert slow.asked == 2


# ---------------------------------------------------------------------- random numbers


def inputs(tests: Sequence[Test], seed: int) -> dict[str, str]:
    """Return the arguments that each test gave."""
    return {one.test.name: repr(one.calls[0].arguments) for one in run_tests(tests, student(), seed)}


def test_numbers_depend_on_the_seed_and_the_tests_name_only() -> None:
    given = inputs(TESTS, 1)
    assert inputs(TESTS[::-1], 1) == given
    assert inputs(TESTS[2:], 1).items() <= given.items()
    assert not set(inputs(TESTS, 2).values()) & set(given.values())
    renamed = inputs([replace(test, name=f"{test.name}_again") for test in TESTS], 1)
    assert not set(renamed.values()) & set(given.values())


def test_numbers_do_not_depend_on_what_the_learner_draws() -> None:
    cell = "def double(x):\n    np.random.seed(0)\n    np.random.rand(7)\n    return 2 * x"
    drawn = run_tests(DOUBLE, student(cell), 1)
    assert [repr(one.calls[0].arguments) for one in drawn] == list(inputs(DOUBLE, 1).values())


# ---------------------------------------------------------------------- errors carried forward

TRIPLE = "def double(x): return 3 * x"
CUBE = "def quadruple(x): return x ** 3"


def test_nothing_stands_in_for_a_function_that_passes() -> None:
    result = examine("sextuple", student())
    assert (result.outcome, result.replaced) == (Outcome.PASSED, ())


def test_a_stub_is_not_saved_by_what_stands_in() -> None:
    result = examine("quadruple", student(TRIPLE, "def quadruple(x): raise NotImplementedError"))
    assert (result.outcome, result.replaced) == (Outcome.NOT_ATTEMPTED, ())


@pytest.mark.parametrize("earlier", [TRIPLE, "def double(x): raise NotImplementedError", "del double"])
def test_one_earlier_function_is_to_blame(earlier: str) -> None:
    result = examine("quadruple", student(earlier))
    assert (result.outcome, result.replaced, result.earned) == (Outcome.PASSED, ("double",), 1)


def test_the_one_that_is_to_blame_is_found_among_several() -> None:
    own = "def double(x): return x * 2"
    result = examine("sextuple", student(own, CUBE))
    assert (result.outcome, result.replaced) == (Outcome.PASSED, ("quadruple",))


def test_several_together_are_to_blame() -> None:
    result = examine("sextuple", student(TRIPLE, CUBE))
    assert (result.outcome, result.replaced) == (Outcome.PASSED, ("double", "quadruple"))


def test_an_earlier_function_may_be_to_blame_though_its_own_tests_pass() -> None:
    own = "def double(x):\n    return 2 * x if np.ndim(x) else 0"
    result = examine("quadruple", student(own, "def quadruple(x): return np.array([double(2 * one) for one in x])"))
    assert (result.outcome, result.replaced) == (Outcome.PASSED, ("double",))


def test_the_function_itself_is_to_blame() -> None:
    result = examine("quadruple", student(TRIPLE, CUBE))
    assert (result.outcome, result.replaced, result.earned) == (Outcome.WRONG, (), 0)


def test_what_stands_in_may_help_a_little() -> None:
    cell = "def quadruple(x):\n    return double(double(x)) if x[0] > 0 else -x"
    negative = replace(DOUBLE[1], task="quadruple", run=lambda student, rng: student.quadruple(1))
    tests = [*TESTS, replace(negative, name="of_a_number")]
    result = examine_task(LAB, "quadruple", tests, student(TRIPLE, cell), 1)
    assert result.replaced == ("double",)
    assert outcomes(result) == [Outcome.PASSED, Outcome.ERROR]


@pytest.mark.parametrize("right_from", [2, 3, 4])
def test_asking_again_earns_nothing_by_itself(right_from: int) -> None:
    cell = f"tries = 0\ndef quadruple(x):\n    global tries\n    tries += 1\n    return 4 * x * (tries >= {right_from})"
    result = examine("quadruple", student(cell))
    assert (result.outcome, result.replaced, result.earned) == (Outcome.WRONG, (), 0)


def test_a_lab_is_examined_in_order() -> None:
    results = examine_lab(LAB, TESTS, student(TRIPLE, CUBE), 1)
    assert [(one.task.name, one.outcome, one.replaced) for one in results] == [
        ("double", Outcome.WRONG, ()),
        ("quadruple", Outcome.WRONG, ()),
        ("sextuple", Outcome.PASSED, ("double", "quadruple")),
    ]


def test_an_interrupt_ends_the_examination_with_the_names_restored() -> None:
    learner = student(
        TRIPLE, "def quadruple(x):\n    if double(1) == 2:\n        raise KeyboardInterrupt\n    return 0"
    )
    before = learner.double(np.ones(1))
    with pytest.raises(KeyboardInterrupt):
        examine("quadruple", learner)
    np.testing.assert_array_equal(learner.double(np.ones(1)), before)
