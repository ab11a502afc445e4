"""Runs all tests of a submission side by side, so that what they ask next is asked together.

A question costs more on its way to the submission's process than in most functions. So each test runs in a
greenlet of its own and waits where it calls a function; when all wait, one request makes the calls of all.
That counts for a task if all its tests pass so; else they are run again, one after the other, by a process
that knows of nothing: what a function remembers of other tests' calls should cost no points.
"""

from __future__ import annotations

from collections import defaultdict
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

SETTLED = frozenset({Outcome.PASSED, Outcome.NOT_MEASURED})  # what cannot be measured so has a process of its own later


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


def settled_side_by_side(tests: Sequence[Test], student: RemoteStudent, seed: int) -> dict[str, TestResult]:
    """Return the results of tests by name, for the tasks of which all pass, or none was attempted.

    All others are to be run again: by a process that knows of nothing, within the limits that were there.
    """
    used, instances = student.used, count(1)
    runs = {test.name: greenlet(run_test) for test in tests}
    said: dict[str, Any] = {  # by each test: its next question, or its result in the end
        test.name: runs[test.name].switch(test, WaitingStudent(student.names, instances), seed) for test in tests
    }
    with suppress(NotTogether):
        while asking := [name for name, run in runs.items() if not run.dead]:
            answers = student.together([said[name] for name in asking], used)
            said |= {name: runs[name].switch(answer) for name, answer in zip(asking, answers, strict=True)}
    outcomes: defaultdict[str, set[Outcome | None]] = defaultdict(set)
    for test in tests:
        outcomes[test.task].add(said[test.name].outcome if runs[test.name].dead else None)
    settled = {task for task, found in outcomes.items() if found <= SETTLED or found == {Outcome.NOT_ATTEMPTED}}
    if settled < outcomes.keys():
        student.start_over(used)
    results = [said[test.name] for test in tests if test.task in settled]
    return {result.test.name: result for result in results if result.outcome is not Outcome.NOT_MEASURED}
