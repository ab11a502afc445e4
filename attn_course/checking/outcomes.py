"""What can become of a test and of a task, as types."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from attn_course.checking.expectations import PropertyFailed
from attn_course.checking.specification import Misconception, Task, Test
from attn_course.checking.student import Call, LearnerError


class Outcome(StrEnum):
    """The verdict on a test or on a task."""

    PASSED = "passed"
    WRONG = "wrong"
    ERROR = "error"
    NOT_ATTEMPTED = "not_attempted"
    TIMEOUT = "timeout"
    NOT_MEASURED = "not_measured"


@dataclass(frozen=True)
class TestResult:
    """One test's verdict, with what explains it.

    `failure` is set for WRONG, `error` for ERROR; `calls` are the calls that the test made.
    """

    __test__ = False

    test: Test
    outcome: Outcome
    failure: PropertyFailed | None = None
    error: LearnerError | None = None
    calls: tuple[Call, ...] = ()

    @property
    def earned(self) -> float:
        """The test's points if it passed, else 0."""
        return self.test.points if self.outcome is Outcome.PASSED else 0.0


@dataclass(frozen=True)
class TaskResult:
    """All tests of one task.

    `replaced` names the earlier functions in whose place the course's own stood (errors carried
    forward); `misconception` is the named wrong implementation that gives the same results.
    """

    task: Task
    results: tuple[TestResult, ...]
    replaced: tuple[str, ...] = ()
    misconception: Misconception | None = None

    @property
    def earned(self) -> float:
        """The points of all passed tests."""
        return sum(result.earned for result in self.results)

    @property
    def first_failure(self) -> TestResult | None:
        """The first test that did not pass."""
        return next((result for result in self.results if result.outcome is not Outcome.PASSED), None)

    @property
    def outcome(self) -> Outcome:
        """PASSED if every test passed, else the first failure's outcome."""
        failure = self.first_failure
        return Outcome.PASSED if failure is None else failure.outcome
