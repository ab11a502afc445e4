"""Runs all tests of a submission side by side, so that what they ask next is asked together.

A question costs more on its way to the submission's process than in most functions. So each test runs in a
greenlet of its own and waits where it calls a function; when all wait, one request makes the calls of all.
Only a test that passes so counts: every other is run again by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, NoReturn

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]

from attn_course.checking.outcomes import Outcome, TestResult
from attn_course.checking.running import run_test
from attn_course.checking.specification import Test
from attn_course.checking.student import Call, NotAttempted, NotMeasured, Student
from attn_course.grading.remote import NotTogether, RemoteStudent


class WaitingStudent(Student):
    """The student that one test sees: its calls are made together with those of the others."""

    def __init__(self, names: frozenset[str], instances: count[int]) -> None:
        super().__init__()
        self._names = names
        self._instances = instances  # one count for all: the objects live in one process

    def _invoke(self, question: Call) -> Call:
        if question.function not in self._names:
            raise NotAttempted(question.function)
        answer: Call = getcurrent().parent.switch(question)
        return answer

    def replaced(self, names: Iterable[str]) -> NoReturn:
        """Refuse: it would hold for the other tests too."""
        raise NotMeasured

    def limited_memory(self, megabytes: float) -> NoReturn:
        """Refuse: it needs a process of its own."""
        raise NotMeasured


def passed_side_by_side(tests: Sequence[Test], student: RemoteStudent, seed: int) -> dict[str, TestResult]:
    """Return the results of the tests that pass, by name; none that still wait when calls cannot be made together."""
    runs, instances = {test.name: greenlet(run_test) for test in tests}, count(1)
    said: dict[str, Any] = {  # by each test: its next question, or its result in the end
        test.name: runs[test.name].switch(test, WaitingStudent(student.names, instances), seed) for test in tests
    }
    with suppress(NotTogether):
        while asking := [name for name, run in runs.items() if not run.dead]:
            answers = student.together([said[name] for name in asking])
            said |= {name: runs[name].switch(answer) for name, answer in zip(asking, answers, strict=True)}
    return {name: said[name] for name, run in runs.items() if run.dead and said[name].outcome is Outcome.PASSED}
