"""Run a task's tests, carry earlier errors forward, and name the misconception."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from zlib import crc32

import numpy as np

from attn_course.checking.diagnosis import diagnose
from attn_course.checking.expectations import PropertyFailed
from attn_course.checking.outcomes import Outcome, TaskResult, TestResult
from attn_course.checking.specification import Lab, Misconception, Test
from attn_course.checking.student import LearnerError, NotAttempted, NotMeasured, Student, TookTooLong

PUBLIC_SEED = 1  # public tests are the same on every machine, so that two learners can compare


def run_test(test: Test, student: Student, seed: int) -> TestResult:
    """Run one test. Its random numbers depend on the seed and the test's name only."""
    rng = np.random.default_rng([seed, crc32(test.name.encode())])
    start = len(student.calls)
    failure: PropertyFailed | None = None
    error: LearnerError | None = None
    try:
        with np.errstate(all="ignore"):  # a wrong result may be NaN or infinite: the test says so in words
            test.run(student, rng)
        outcome = Outcome.PASSED
    except PropertyFailed as caught:
        outcome, failure = Outcome.WRONG, caught
    except LearnerError as caught:
        outcome, error = Outcome.ERROR, caught
    except NotAttempted:
        outcome = Outcome.NOT_ATTEMPTED
    except TookTooLong:
        outcome = Outcome.TIMEOUT
    except NotMeasured:
        outcome = Outcome.NOT_MEASURED
    except Exception as caught:  # a result so strange that the test itself fails on it
        outcome, failure = Outcome.WRONG, PropertyFailed("the result cannot be compared with the expected one")
        failure.__cause__ = caught
    return TestResult(test, outcome, failure, error, tuple(student.calls[start:]))


def run_tests(
    tests: Sequence[Test], student: Student, seed: int, settled: Mapping[str, TestResult] = {}
) -> tuple[TestResult, ...]:
    """Run the tests of one task that are not settled yet; after a time-out, what is left times out uncalled."""
    results: list[TestResult] = []
    for test in tests:
        if test.name in settled:
            results.append(settled[test.name])
        elif any(result.outcome is Outcome.TIMEOUT for result in results):
            results.append(TestResult(test, Outcome.TIMEOUT))
        else:
            results.append(run_test(test, student, seed))
    if all(result.outcome is Outcome.NOT_ATTEMPTED for result in results):
        return tuple(results)
    return tuple(map(attempted, results))


def attempted(result: TestResult) -> TestResult:
    """Turn "not attempted" into an error: the function, written for other inputs, gives up on this one."""
    error = result.calls[-1].error if result.calls else None
    if result.outcome is not Outcome.NOT_ATTEMPTED or error is None:
        return result
    return replace(result, outcome=Outcome.ERROR, error=error)


def examine_task(
    lab: Lab,
    name: str,
    tests: Sequence[Test],
    student: Student,
    seed: int,
    settled: Mapping[str, TestResult] = {},
) -> TaskResult:
    """Run the tests of one task; errors of earlier functions are carried forward.

    A task may fail only because it calls an earlier function that is wrong, or that no test of its own
    shows to be wrong. So, where a test fails, the tests run again with the course's own earlier functions
    in place of the learner's; if that is better, it counts. Further runs only tell which of them are to blame:
    where none is, the function answered otherwise when it was asked again, and the first answers count.
    """
    own = [test for test in tests if test.task == name]

    def with_replaced(names: Sequence[str]) -> tuple[TestResult, ...]:
        with student.replaced(names):
            return run_tests(own, student, seed)

    best, replaced = run_tests(own, student, seed, settled), lab.earlier(name)
    if not failed(best) or not replaced:
        return TaskResult(lab.task(name), best)
    helped = with_replaced(replaced)
    if merit(helped) <= merit(best):
        return TaskResult(lab.task(name), best)
    for one in replaced:
        fewer = tuple(other for other in replaced if other != one)
        if merit(with_replaced(fewer)) >= merit(helped):
            replaced = fewer
    return TaskResult(lab.task(name), helped if replaced else best, replaced)


def failed(results: Sequence[TestResult]) -> bool:
    """Tell whether a test of an attempted task did not pass."""
    return any(result.outcome not in (Outcome.PASSED, Outcome.NOT_ATTEMPTED) for result in results)


def merit(results: Sequence[TestResult]) -> tuple[float, int]:
    """Order results: by points, then (public tests have none) by the number of passed tests."""
    passed = sum(result.outcome is Outcome.PASSED for result in results)
    return sum(result.earned for result in results), passed


def examine_lab(
    lab: Lab,
    tests: Sequence[Test],
    student: Student,
    seed: int,
    settled: Mapping[str, TestResult] = {},
) -> tuple[TaskResult, ...]:
    """Examine every task of a lab, in order; `settled` are results to be taken as they are, by the names of tests."""
    return tuple(examine_task(lab, task.name, tests, student, seed, settled) for task in lab.tasks)


def examine_public(lab: Lab, name: str, student: Student) -> TaskResult:
    """Examine one task by the lab's public tests, and name the misconception: what `check` does."""
    return diagnosed(lab, examine_task(lab, name, lab.public_tests, student, PUBLIC_SEED))


def diagnosed(lab: Lab, result: TaskResult) -> TaskResult:
    """Name the misconception that a task's results show, if one explains them for certain."""
    return replace(result, misconception=find_misconception(lab, result.task.name, result.results))


def find_misconception(lab: Lab, name: str, results: Sequence[TestResult]) -> Misconception | None:
    """Find the one that explains every call of the task, the passed tests' too."""
    outcomes = {result.outcome for result in results}
    if not outcomes & {Outcome.WRONG, Outcome.ERROR}:
        return None
    calls = [call for result in results for call in result.calls if call.function == name]
    return diagnose(lab.misconceptions, name, calls, only_errors=Outcome.WRONG not in outcomes)
