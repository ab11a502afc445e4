"""Every lab through the real sandbox: solved, untouched, and with each of its named mistakes."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from attn_course.authoring.places import ROOT
from attn_course.checking.outcomes import Outcome, TaskResult
from attn_course.checking.running import examine_task
from attn_course.checking.specification import Lab, Misconception, all_labs
from attn_course.checking.student import Call, LocalStudent, Student
from attn_course.grading.grade import Record, before, grade
from attn_course.grading.reference_source import reference_source, shown
from attn_course.grading.remote import RemoteStudent
from attn_course.sandbox import Sandbox
from attn_course.sandbox.process import MAX_RECEIVED

LABS = all_labs()
SEED = 1
SAMPLE = 40  # misconceptions of each lab: one that is measured for its memory takes a process of its own
OURS = {"attn_course.checking"}  # whose decorator declares a misconception

each_lab = pytest.mark.parametrize("lab", LABS, ids=[lab.id for lab in LABS])


def record(lab: Lab, folder: str, sandbox: Sandbox) -> Record:
    """Mark a notebook of the course; the lab is told by its functions."""
    content = (ROOT / folder / f"{lab.id}.ipynb").read_bytes()
    return grade(content, "lab.ipynb", labs=LABS, secret=b"secret", seed=SEED, start=sandbox.start).record


def test_no_two_labs_have_a_task_of_the_same_name() -> None:
    """The names of the functions tell which lab a submission is of."""
    assert [name for name, number in Counter(name for lab in LABS for name in lab.names).items() if number > 1] == []


@each_lab
def test_the_solved_notebook_gets_full_marks(lab: Lab, sandbox: Sandbox) -> None:
    found = record(lab, "solutions", sandbox)
    assert [task for task in found["tasks"] if task["outcome"] != "passed"] == []
    assert (found["lab"], found["score"], found["max_score"]) == (lab.id, 20, 20)


@each_lab
def test_the_untouched_notebook_gets_nothing_and_no_reproach(lab: Lab, sandbox: Sandbox) -> None:
    found = record(lab, f"labs/{lab.id}", sandbox)
    assert (found["status"], found["lab"], found["score"]) == ("graded", lab.id, 0)
    assert [task["outcome"] for task in found["tasks"]] == ["not_attempted"] * len(lab.tasks)


class InItsPlace(RemoteStudent):
    """A student of whose functions one is called in the place of a task's."""

    entry: Misconception

    def _invoke(self, question: Call) -> Call:
        name = self.entry.implementation.__name__ if question.function == self.entry.task else question.function
        return replace(super()._invoke(replace(question, function=name)), function=question.function)

    def start_anew(self) -> None:
        """Be another submission, as far as limits go."""
        if self._received > MAX_RECEIVED // 4:
            self.forget()
        self._received, self._spent = 0, 0.0


def cells_of_all_mistakes(lab: Lab) -> list[str]:
    """Return a notebook of right functions, and one with the lab's misconceptions, under their own names."""
    tree = ast.parse((lab.folder / "misconceptions.py").read_text(encoding="utf-8"))
    there_already = OURS | {lab.reference.__name__}
    tree.body = [node for node in tree.body if getattr(node, "module", None) not in there_already]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.decorator_list = [one for one in node.decorator_list if "misconception(" not in ast.unparse(one)]
    return [reference_source(lab.reference, lab.names), ast.unparse(tree)]


@pytest.fixture
def mistaken(lab: Lab, sandbox: Sandbox) -> Iterator[InItsPlace]:
    """Return a process that holds all misconceptions of a lab: one for each would take too long."""
    names = {*lab.names, *(entry.implementation.__name__ for entry in lab.misconceptions)}
    seen = shown(before(lab, LABS))
    with InItsPlace(cells_of_all_mistakes(lab), names, start=sandbox.start, shown=seen) as student:
        assert student.cell_errors == {} and student.names == names
        student.reference = lab.reference
        yield student


def verdicts(lab: Lab, entry: Misconception, student: Student) -> TaskResult:
    return examine_task(lab, entry.task, lab.hidden_tests, student, SEED)


def outcomes(result: TaskResult) -> dict[str, Outcome]:
    return {one.test.name: one.outcome for one in result.results}


@each_lab
def test_a_mistake_loses_the_same_points_across_the_wire(lab: Lab, mistaken: InItsPlace) -> None:
    right: dict[str, Any] = {name: getattr(lab.reference, name) for name in lab.names}
    for entry in lab.misconceptions[:: math.ceil(len(lab.misconceptions) / SAMPLE)]:
        mistaken.entry = entry
        mistaken.start_anew()
        there = verdicts(lab, entry, mistaken)
        here = verdicts(lab, entry, LocalStudent({**right, entry.task: entry.implementation}, lab.reference))
        assert outcomes(there) == outcomes(here), entry.name
        assert there.earned < there.task.points, entry.name
