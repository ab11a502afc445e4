"""Run a task's tests, carry earlier errors forward, and name the misconception."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

import numpy as np

from attn_course.checking.diagnosis import diagnose
from attn_course.checking.expectations import PropertyFailed
from attn_course.checking.outcomes import Outcome, TaskResult, TestResult
from attn_course.checking.specification import Lab, Misconception, Test
from attn_course.checking.student import LearnerError, LocalStudent, NotAttempted, Student, TookTooLong

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
    except Exception as caught:  # a result so strange that the test itself fails on it
        outcome, failure = Outcome.WRONG, PropertyFailed("the result cannot be compared with the expected one")
        failure.__cause__ = caught
    return TestResult(test, outcome, failure, error, tuple(student.calls[start:]))


def run_tests(tests: Sequence[Test], student: Student, seed: int) -> tuple[TestResult, ...]:
    """Run the tests of one task; after a time-out the rest are not called but time out too."""
    results: list[TestResult] = []
    for test in tests:
        if results and results[-1].outcome is Outcome.TIMEOUT:
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
    suspects: Callable[[], Sequence[str]],
) -> TaskResult:
    """Run the tests of one task and explain what fails.

    A task may fail only because it calls an earlier function that is wrong. So, where a test fails,
    `suspects()` gives the earlier functions that do not pass, and the tests run again with the
    course's own versions in their place; the better result counts.
    """
    task = lab.task(name)
    own = [test for test in tests if test.task == name]
    best = run_tests(own, student, seed)
    replaced: tuple[str, ...] = ()
    for names in candidates(best, suspects):
        with student.replaced(names):
            results = run_tests(own, student, seed)
        if merit(results) > merit(best):
            best, replaced = results, names
        if all(result.outcome is Outcome.PASSED for result in best):
            break
    return TaskResult(task, best, replaced)


def candidates(results: Sequence[TestResult], suspects: Callable[[], Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of functions to replace: each suspect alone, then all of them together."""
    if all(result.outcome in (Outcome.PASSED, Outcome.NOT_ATTEMPTED) for result in results):
        return
    names = tuple(suspects())
    yield from ((name,) for name in names)
    if len(names) > 1:
        yield names


def merit(results: Sequence[TestResult]) -> tuple[float, int]:
    """Order results: by points, then (public tests have none) by the number of passed tests."""
    passed = sum(result.outcome is Outcome.PASSED for result in results)
    return sum(result.earned for result in results), passed


def examine_lab(lab: Lab, tests: Sequence[Test], student: Student, seed: int) -> tuple[TaskResult, ...]:
    """Examine every task of a lab, in order."""
    done: list[TaskResult] = []
    for task in lab.tasks:

        def suspects() -> list[str]:
            return [result.task.name for result in done if result.outcome is not Outcome.PASSED]

        done.append(examine_task(lab, task.name, tests, student, seed, suspects))
    return tuple(done)


def examine_public(lab: Lab, name: str, functions: Mapping[str, Any]) -> TaskResult:
    """Examine one task by the lab's public tests, and name the misconception: what `check` does."""
    student = LocalStudent(functions, lab.reference)
    tests = lab.public_tests

    def suspects() -> list[str]:
        earlier = lab.earlier(name)
        results = [examine_task(lab, task, tests, student, PUBLIC_SEED, tuple) for task in earlier]
        return [result.task.name for result in results if result.outcome is not Outcome.PASSED]

    return diagnosed(lab, examine_task(lab, name, tests, student, PUBLIC_SEED, suspects))


def diagnosed(lab: Lab, result: TaskResult) -> TaskResult:
    """Name the misconception that a task's results show, if one explains them for certain."""
    return replace(result, misconception=find_misconception(lab, result.task.name, result.results))


def find_misconception(lab: Lab, name: str, results: Sequence[TestResult]) -> Misconception | None:
    """Find what explains every call of the task; failing that, the passed tests and the first wrong one.

    The second serves the learner with two mistakes: one is named at a time, in the order of the tests.
    """
    passed = [result for result in results if result.outcome is Outcome.PASSED]
    wrong = [result for result in results if result.outcome is Outcome.WRONG]
    errors = [result for result in results if result.outcome is Outcome.ERROR]
    if not wrong and not errors:
        return None
    for chosen in (results,) if errors else (results, [*passed, wrong[0]]):
        calls = [call for result in chosen for call in result.calls if call.function == name]
        found = diagnose(lab.misconceptions, name, calls, only_errors=not wrong)
        if found is not None:
            return found
    return None
