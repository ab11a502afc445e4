"""The proof of every lab's tests: wrong functions lose, right ones do not, diagnoses are true.

Each bank prints its matrix at the end of the run (`kill matrix` in the summary).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from banks import LABS, bank, namespace, with_misconception

from attn_course.checking.outcomes import Outcome, TaskResult
from attn_course.checking.running import examine_lab, examine_public
from attn_course.checking.specification import Lab
from attn_course.checking.student import LocalStudent

SEEDS = range(5)
Recorder = Callable[[str, object], None]

# How many entries each bank must hold at least: misconceptions, correct variants, unseen mistakes.
LEAST = {
    "lab01_scaled_dot_product": (30, 25, 20),
    "lab02_multi_head": (100, 50, 20),
    "lab03_positional_encoding": (100, 50, 20),
    "lab04_causal_masking": (100, 50, 20),
}

labs = pytest.mark.parametrize("lab", LABS, ids=[lab.id for lab in LABS])


def grade(lab: Lab, functions: Mapping[str, Any], seed: int) -> tuple[TaskResult, ...]:
    """Grade functions by the hidden tests, in this process."""
    results = examine_lab(lab, lab.hidden_tests, LocalStudent(functions, lab.reference), seed)
    for test in (test for result in results for test in result.results):
        assert test.failure is None or test.failure.__cause__ is None, f"{test.test.name} failed on {test.failure!r}"
    return results


def lost(results: Iterable[TaskResult]) -> dict[str, float]:
    """Return the points that each task lost, where it lost any."""
    return {one.task.name: one.task.points - one.earned for one in results if one.earned < one.task.points}


def judge(lab: Lab, task: str, functions: Mapping[str, Any]) -> tuple[str, str | None, float]:
    """Prove that a wrong function fails the check, and loses the points, of its own task only.

    Returns the check's outcome, the diagnosis (or None), and the least that it lost for any seed.
    """
    public = {name: examine_public(lab, name, LocalStudent(functions, lab.reference)) for name in lab.names}
    failing = {name for name, result in public.items() if result.outcome is not Outcome.PASSED}
    assert failing == {task}, f"its own check should fail, and no other, but there fail {failing}"
    losses = [lost(grade(lab, functions, seed)) for seed in SEEDS]
    for loss in losses:
        assert set(loss) == {task}, f"it should lose points for {task} only, but lost {loss}"
    found = public[task].misconception
    return public[task].outcome.value, found.name if found else None, min(loss[task] for loss in losses)


def matrix(title: str, rows: list[tuple[str, str, str | None, float]]) -> str:
    """Write the kill matrix of one bank."""
    diagnosed = sum(name is not None for _, _, name, _ in rows)
    head = f"{title}: {len(rows)} killed of {len(rows)}, {diagnosed} diagnosed ({diagnosed / len(rows):.0%})"
    width = max(len(entry) for entry, *_ in rows)
    lines = [f"  {entry:<{width}}  {kind:<6} -{points:g}  {name or '-'}" for entry, kind, name, points in rows]
    return "\n".join([head, *lines])


@labs
def test_every_misconception_is_killed_and_named(lab: Lab, record_property: Recorder) -> None:
    rows = []
    for entry in lab.misconceptions:
        kind, name, points = judge(lab, entry.task, with_misconception(lab, entry))
        assert name in (entry.name, None), f"{entry.name} is taken for {name}"
        rows.append((entry.name, kind, name, points))
    record_property("kill matrix", matrix(f"{lab.id}, misconceptions", rows))
    assert len(rows) >= LEAST[lab.id][0]
    assert sum(name is not None for _, _, name, _ in rows) >= 0.95 * len(rows)
    assert {entry.task for entry in lab.misconceptions} == set(lab.names)


@labs
def test_every_unseen_mistake_is_killed_and_never_misnamed(lab: Lab, record_property: Recorder) -> None:
    rows = []
    for entry in bank(lab, "unseen_mistakes"):
        kind, name, points = judge(lab, entry.task, namespace(lab, entry))
        assert name == (None if entry.header["diagnosis"] == "none" else entry.header["diagnosis"]), entry
        rows.append((str(entry), kind, name, points))
    record_property("kill matrix", matrix(f"{lab.id}, unseen mistakes", rows))
    assert len(rows) >= LEAST[lab.id][2]


@labs
def test_every_correct_variant_gets_all_points(lab: Lab, record_property: Recorder) -> None:
    entries = bank(lab, "correct_variants")
    for entry in entries:
        functions = namespace(lab, entry)
        public = examine_public(lab, entry.task, LocalStudent(functions, lab.reference))
        assert public.outcome is Outcome.PASSED, f"{entry}: {public.first_failure}"
        for seed in SEEDS:
            assert lost(grade(lab, functions, seed)) == {}, f"{entry}, seed {seed}"
    record_property("kill matrix", f"{lab.id}, correct variants: {len(entries)} accepted of {len(entries)}")
    assert len(entries) >= LEAST[lab.id][1]


@labs
def test_the_reference_gets_all_points_whatever_the_seed(lab: Lab) -> None:
    for seed in range(100):
        assert lost(grade(lab, namespace(lab), seed)) == {}, f"seed {seed}"


@labs
def test_hidden_points_add_up(lab: Lab) -> None:
    for task in lab.tasks:
        assert sum(test.points for test in lab.hidden_tests if test.task == task.name) == task.points
    assert lab.points == 20


@labs
def test_untouched_work_is_not_attempted(lab: Lab) -> None:
    stubs: dict[str, Any] = {}
    for name in lab.names:
        exec(f"def {name}(*args, **kwargs):\n    raise NotImplementedError", stubs)
    for result in [
        *grade(lab, stubs, 0),
        *(examine_public(lab, name, LocalStudent(stubs, lab.reference)) for name in lab.names),
    ]:
        assert result.outcome is Outcome.NOT_ATTEMPTED
        assert result.earned == 0


def giving(value: object, name: str) -> Callable[..., object]:
    """Return a function that gives the value whatever it is asked; under a class's name, a class of such methods."""

    def give(*args: object, **kwargs: object) -> object:
        return value

    methods = {"__getattr__": lambda self, method: give, "__len__": give}
    return type(name, (), methods) if name[0].isupper() else give


@labs
@pytest.mark.parametrize("value", [None, 0, 0.5, "0.5", [[1], [1, 2]], {}, float("nan"), object(), (1, 2), lambda: 0])
def test_a_function_that_returns_nonsense_earns_nothing(lab: Lab, value: object) -> None:
    functions = {name: giving(value, name) for name in lab.names}
    assert sum(result.earned for result in grade(lab, functions, 3)) == 0
    for name in lab.names:
        assert examine_public(lab, name, LocalStudent(functions, lab.reference)).outcome is Outcome.WRONG


@labs
def test_inputs_are_fresh_for_every_seed_and_the_same_for_the_same_seed(lab: Lab) -> None:
    def inputs(seed: int) -> list[str]:
        student = LocalStudent(namespace(lab), lab.reference)
        examine_lab(lab, lab.hidden_tests, student, seed)
        return [repr((call.arguments, call.keywords)) for call in student.calls]

    assert inputs(1) == inputs(1)
    assert len(set(inputs(1)) & set(inputs(2))) <= 0.1 * len(set(inputs(1)))  # a few constants may recur
