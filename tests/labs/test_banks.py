"""The proof of every lab's tests: wrong functions lose, right ones do not, diagnoses are true.

The end of the run prints a line for each task (`kill matrix` in the summary).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from banks import LABS, bank, namespace, with_misconception

from attn_course.checking.outcomes import Outcome, TaskResult
from attn_course.checking.running import examine_lab, examine_public, examine_task
from attn_course.checking.specification import Lab
from attn_course.checking.student import LocalStudent

SEEDS = range(5)  # the whole lab is graded for the first, the entry's own task for all
LEAST_MISCONCEPTIONS, LEAST_VARIANTS, LEAST_UNSEEN = 20, 20, 15
LEAST_NAMED = 0.95
LONGEST_CHECK = 0.1  # seconds of processor time
LONGEST_MEMORY_CHECK = 1.0  # where a check follows the memory that a call takes

Functions = Mapping[str, Any]
Recorder = Callable[[str, object], None]
TASKS = [(lab, task) for lab in LABS for task in lab.names]

each_lab = pytest.mark.parametrize("lab", LABS, ids=[lab.id for lab in LABS])
each_task = pytest.mark.parametrize(("lab", "task"), TASKS, ids=[f"{lab.id}-{task}" for lab, task in TASKS])


@dataclass(frozen=True)
class Verdict:
    """What became of a wrong function: the least points lost for any seed, and the name of the diagnosis."""

    lost: float
    name: str | None


class Watched(LocalStudent):
    """A student that knows whether a test has limited its memory: following it takes time."""

    memory_followed = False

    @contextmanager
    def limited_memory(self, megabytes: float) -> Iterator[None]:
        self.memory_followed = True
        with super().limited_memory(megabytes):
            yield


def checked(lab: Lab, task: str, functions: Functions) -> TaskResult:
    """Run a task's check, which has to be quick."""
    for _ in range(3):  # a busy machine may hold up one of them
        student, start = Watched(functions, lab.reference), time.process_time()
        result = examine_public(lab, task, student)
        seconds = time.process_time() - start
        if seconds <= (LONGEST_MEMORY_CHECK if student.memory_followed else LONGEST_CHECK):
            return result
    pytest.fail(f"the check of {task} took {seconds:.2f} s")


def graded(lab: Lab, functions: Functions, seed: int, task: str | None = None) -> tuple[TaskResult, ...]:
    """Grade a lab, or one of its tasks, by the hidden tests, in this process."""
    student = LocalStudent(functions, lab.reference)
    if task is None:
        results = examine_lab(lab, lab.hidden_tests, student, seed)
    else:
        results = (examine_task(lab, task, lab.hidden_tests, student, seed),)
    for test in (test for result in results for test in result.results):
        assert test.failure is None or test.failure.__cause__ is None, f"{test.test.name} failed on {test.failure!r}"
    return results


def lost(results: Iterable[TaskResult]) -> dict[str, float]:
    """Return the points that each task lost, where it lost any."""
    return {one.task.name: one.task.points - one.earned for one in results if one.earned < one.task.points}


def losses(lab: Lab, task: str, functions: Functions) -> list[dict[str, float]]:
    """Return what is lost for each seed: inputs are fresh for each, and other tasks need no more than one."""
    first, *others = SEEDS
    return [lost(graded(lab, functions, first)), *(lost(graded(lab, functions, seed, task)) for seed in others)]


def judge(lab: Lab, task: str, functions: Functions) -> Verdict:
    """Prove that a wrong function fails the check, and loses the points, of its own task only."""
    public = {name: checked(lab, name, functions) for name in lab.names}
    failing = {name for name, result in public.items() if result.outcome is not Outcome.PASSED}
    assert failing == {task}, f"its own check should fail, and no other, but there fail {failing}"
    found = losses(lab, task, functions)
    for loss in found:
        assert set(loss) == {task}, f"it should lose points for {task} only, but lost {loss}"
    misconception = public[task].misconception
    return Verdict(min(loss[task] for loss in found), misconception.name if misconception else None)


def line(lab: Lab, task: str, kind: str, verdicts: list[Verdict]) -> str:
    """Say for the summary what became of one bank's wrong functions of a task."""
    named = sum(verdict.name is not None for verdict in verdicts)
    least = f", each at a loss of {min(verdict.lost for verdict in verdicts):g} or more" if verdicts else ""
    return f"{lab.id}, {task}: {len(verdicts)} {kind} killed{least}, {named} named"


@each_task
def test_every_misconception_is_killed_and_never_misnamed(lab: Lab, task: str, record_property: Recorder) -> None:
    verdicts = []
    for entry in (entry for entry in lab.misconceptions if entry.task == task):
        verdicts.append(judge(lab, task, with_misconception(lab, entry)))
        assert verdicts[-1].name in (entry.name, None), f"{entry.name} is taken for {verdicts[-1].name}"
    assert verdicts
    record_property("kill matrix", line(lab, task, "misconceptions", verdicts))


@each_task
def test_every_unseen_mistake_is_killed_and_never_misnamed(lab: Lab, task: str, record_property: Recorder) -> None:
    verdicts = []
    for entry in (entry for entry in bank(lab, "unseen_mistakes") if entry.task == task):
        verdicts.append(judge(lab, task, namespace(lab, entry)))
        said = None if entry.header["diagnosis"] == "none" else entry.header["diagnosis"]
        assert verdicts[-1].name == said, entry
    record_property("kill matrix", line(lab, task, "unseen mistakes", verdicts))


@each_task
def test_every_correct_variant_gets_all_points(lab: Lab, task: str, record_property: Recorder) -> None:
    entries = [entry for entry in bank(lab, "correct_variants") if entry.task == task]
    for entry in entries:
        functions = namespace(lab, entry)
        result = checked(lab, task, functions)
        assert result.outcome is Outcome.PASSED, f"{entry}: {result.first_failure}"
        assert losses(lab, task, functions) == [{}] * len(SEEDS), entry
    record_property("kill matrix", f"{lab.id}, {task}: {len(entries)} correct variants accepted")


@each_lab
def test_nearly_all_misconceptions_are_named(lab: Lab) -> None:
    named = [checked(lab, one.task, with_misconception(lab, one)).misconception for one in lab.misconceptions]
    unnamed = [one.name for one, found in zip(lab.misconceptions, named, strict=True) if found is None]
    assert len(unnamed) <= (1 - LEAST_NAMED) * len(named), unnamed


@each_lab
def test_every_bank_is_large_and_names_tasks_of_the_lab(lab: Lab) -> None:
    variants, unseen = bank(lab, "correct_variants"), bank(lab, "unseen_mistakes")
    assert len(lab.misconceptions) >= LEAST_MISCONCEPTIONS
    assert len(variants) >= LEAST_VARIANTS
    assert len(unseen) >= LEAST_UNSEEN
    assert {entry.task for entry in (*lab.misconceptions, *variants, *unseen)} == set(lab.names)


@each_lab
def test_the_reference_gets_all_points_whatever_the_seed(lab: Lab) -> None:
    functions = namespace(lab)
    for seed in range(100):
        assert lost(graded(lab, functions, seed)) == {}, f"seed {seed}"


@each_lab
def test_hidden_points_add_up(lab: Lab) -> None:
    for task in lab.tasks:
        assert sum(test.points for test in lab.hidden_tests if test.task == task.name) == task.points
    assert lab.points == 20


@each_lab
def test_untouched_work_is_not_attempted(lab: Lab) -> None:
    stubs: dict[str, Any] = {}
    for name in lab.names:
        exec(f"def {name}(*args, **kwargs):\n    raise NotImplementedError", stubs)
    for result in [*graded(lab, stubs, 0), *(checked(lab, name, stubs) for name in lab.names)]:
        assert result.outcome is Outcome.NOT_ATTEMPTED
        assert result.earned == 0


def giving(value: object, name: str) -> Callable[..., object]:
    """Return a function that gives the value whatever it is asked; under a class's name, a class of such methods."""

    def give(*args: object, **kwargs: object) -> object:
        return value

    methods = {"__getattr__": lambda self, method: give, "__len__": give}
    return type(name, (), methods) if name[0].isupper() else give


@each_lab
@pytest.mark.parametrize("value", [None, 0, 0.5, "0.5", [[1], [1, 2]], {}, float("nan"), object(), (1, 2), lambda: 0])
def test_a_function_that_returns_nonsense_earns_nothing(lab: Lab, value: object) -> None:
    functions = {name: giving(value, name) for name in lab.names}
    assert sum(result.earned for result in graded(lab, functions, 3)) == 0
    for name in lab.names:
        assert checked(lab, name, functions).outcome is Outcome.WRONG


@each_lab
def test_inputs_are_fresh_for_every_seed_and_the_same_for_the_same_seed(lab: Lab) -> None:
    def inputs(seed: int) -> list[str]:
        student = LocalStudent(namespace(lab), lab.reference)
        examine_lab(lab, lab.hidden_tests, student, seed)
        return [repr((call.arguments, call.keywords)) for call in student.calls]

    assert inputs(1) == inputs(1)
    assert len(set(inputs(1)) & set(inputs(2))) <= 0.1 * len(set(inputs(1)))  # a few constants may recur
