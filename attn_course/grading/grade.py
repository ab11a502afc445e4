"""Marks one submission: bytes in, plain data out. The submission's code runs in another process."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from attn_course.checking.messages import TOO_LATE, called_stub, check_message, sentence_text
from attn_course.checking.outcomes import Outcome, TaskResult, TestResult
from attn_course.checking.running import diagnosed, examine_lab, examine_public
from attn_course.checking.specification import Lab, lab_that_defines_most
from attn_course.checking.student import LearnerError, NoAnswer
from attn_course.grading.reference_source import shown
from attn_course.grading.remote import Limits, RemoteStudent
from attn_course.grading.secret import submission_seed
from attn_course.grading.side_by_side import settled_side_by_side
from attn_course.grading.submission import Submission, UnreadableSubmission, read_submission
from attn_course.sandbox.process import Child

SCHEMA_VERSION = 1
NOT_MARKED = "not_marked"  # the status where a fault of ours or of the machine was in the way
DEFINED = re.compile(r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
MOST_CELLS = 5  # that a note names
IMPORTS = re.compile(r"^[ \t]*(?:from|import)\b.*$", re.MULTILINE)

Record = dict[str, Any]


@dataclass(frozen=True)
class Graded:
    """A submission's marks: `record` is its entry in the JSON of a grading (schema version 1).

    `explanations` holds, for tasks that lost points, what the public checks say about them, as HTML:
    values of public inputs, which a report may show to the learner.
    """

    record: Record
    explanations: Mapping[str, str] = field(default_factory=dict)


def grade(
    content: bytes,
    name: str,
    *,
    labs: Sequence[Lab],
    secret: bytes,
    start: Callable[..., Child],
    seed: int | None = None,
    lab: Lab | None = None,
    limits: Limits | None = None,
) -> Graded:
    """Mark one submission.

    Parameters
    ----------
    content : bytes
        The file as it was handed in.
    name : str
        Its path as given: its ending tells a script from a notebook, and the record repeats it.
    labs : sequence of Lab
        The labs that it may be a submission of.
    secret : bytes
        The course secret, from which the seed follows.
    start : callable
        Makes the processes in which the submission runs.
    seed : int, optional
        The seed of the hidden inputs, in place of the one that follows from secret and content.
    lab : Lab, optional
        The lab that it must be a submission of; without it, the functions decide.
    limits : Limits, optional
        How long it may take.

    Returns
    -------
    Graded
        The marks. Whatever the submission does, nothing is raised.

    Raises
    ------
    ChildNotStarted
        If this machine cannot start a process for it.
    FileNotFoundError
        If the lab has no hidden tests: a student edition has none.
    """
    clock, processor = time.monotonic(), time.process_time()
    try:
        submission = read_submission(content, name)
    except UnreadableSubmission as problem:
        return Graded(blank_record(name, "unreadable", str(problem), lab))
    seed = submission_seed(secret, content) if seed is None else seed
    names = {task for lab in labs for task in lab.names}
    view = shown(before(guessed_lab(submission, labs, lab), labs))
    with RemoteStudent(submission.cells, names, start, limits, view) as student:
        graded = grade_functions(submission, student, name, labs, lab, seed)
    graded.record["cpu_seconds"] = round(student.cpu_seconds + time.process_time() - processor, 3)
    graded.record["wall_seconds"] = round(time.monotonic() - clock, 3)
    return graded


def grade_functions(
    submission: Submission, student: RemoteStudent, name: str, labs: Sequence[Lab], wanted: Lab | None, seed: int
) -> Graded:
    """Choose the lab by the names of the functions, and mark them."""
    lab = choose_lab(student.names, submission.lab, labs, wanted)
    if lab is None:
        known = " or ".join(one.id for one in labs)
        problem = f"The submission defines none of the functions of {known}."
        return Graded(blank_record(name, "unreadable", problem, None))
    if wanted is not None and lab is not wanted:
        problem = f"The submission defines functions of {lab.id}, but none of {wanted.id}."
        return Graded(blank_record(name, "wrong_lab", problem, wanted))
    student.see(shown(before(lab, labs)))
    student.reference = lab.reference
    settled = settled_side_by_side(lab.hidden_tests, student, seed)
    results = [diagnosed(lab, result) for result in examine_lab(lab, lab.hidden_tests, student, seed, settled)]
    public = public_results(lab, results, student)
    record = blank_record(name, "graded", None, lab) | {
        "note": unfinished_text(student),
        "score": rounded(sum(result.earned for result in results)),
        "seed": seed,
        "tasks": [task_record(lab, result, public.get(result.task.name), submission, student) for result in results],
    }
    failing = {name: one for name, one in public.items() if one.outcome is not Outcome.PASSED}
    # The record names the misconception already; the example need not name it again.
    messages = {name: check_message(lab, replace(one, misconception=None)) for name, one in failing.items()}
    return Graded(record, {name: message.html for name, message in messages.items()})


def guessed_lab(submission: Submission, labs: Sequence[Lab], wanted: Lab | None) -> Lab | None:
    """Guess the lab before anything is run, by the names that seem to be defined."""
    names = frozenset(name for cell in submission.cells for name in DEFINED.findall(cell))
    return choose_lab(names, submission.lab, labs, wanted)


def before(lab: Lab | None, labs: Sequence[Lab]) -> Sequence[Lab]:
    """Return the labs before this one: only their functions may be seen by a submission of it."""
    return labs[: labs.index(lab)] if lab in labs else ()


def choose_lab(names: frozenset[str], named: str | None, labs: Sequence[Lab], wanted: Lab | None) -> Lab | None:
    """Return the lab that a submission with these functions belongs to.

    That is the wanted lab if one of its functions is there, else the one of which most is there; where
    there is no function of any lab, the wanted one or the one that the metadata names.
    """
    if wanted is not None and names & set(wanted.names):
        return wanted
    most = lab_that_defines_most(set(names), tuple(labs))
    return most or wanted or next((lab for lab in labs if lab.id == named), None)


def blank_record(name: str, status: str, problem: str | None, lab: Lab | None) -> Record:
    """Return the entry of a submission without marks; one that is not its author's fault is not worth 0 either."""
    return {
        "submission": name,
        "status": status,
        "problem": problem,
        "note": None,
        "lab": lab.id if lab else None,
        "score": None if status == NOT_MARKED else 0.0,
        "max_score": rounded(lab.points) if lab else None,
        "seed": None,
        "cpu_seconds": 0.0,
        "wall_seconds": 0.0,
        "tasks": [],
    }


def task_record(
    lab: Lab, result: TaskResult, public: TaskResult | None, submission: Submission, student: RemoteStudent
) -> Record:
    """Return the entry of one task.

    Its misconception is the one that the hidden tests' inputs show, or else, where several would explain what came
    back from those, the one that the public tests' inputs show.
    """
    found = result.misconception or (public.misconception if public else None)
    return {
        "task": result.task.name,
        "points": rounded(result.task.points),
        "earned": rounded(result.earned),
        "outcome": str(result.outcome),
        "carried_forward": ", ".join(result.replaced) or None,
        "misconception": found.name if found else None,
        "tests": [test_record(lab, one, submission, student) for one in result.results],
    }


def test_record(lab: Lab, result: TestResult, submission: Submission, student: RemoteStudent) -> Record:
    """Return the entry of one test. Its message holds no hidden input and no expected value."""
    return {
        "name": result.test.name,
        "points": rounded(result.test.points),
        "earned": rounded(result.earned),
        "outcome": str(result.outcome),
        "message": test_message(lab, result, submission, student),
    }


def test_message(lab: Lab, result: TestResult, submission: Submission, student: RemoteStudent) -> str:
    """Say what a test found, in a sentence or two."""
    task, statement = result.test.task, " ".join(result.test.statement.split())
    if result.outcome is Outcome.NOT_ATTEMPTED:
        return missing_text(task, submission, student)
    found = ""
    if result.failure is not None:
        found = sentence_text(result.failure.sentence)
    elif result.error is not None:
        found = f"{error_text(task, result.error)}."
    elif result.outcome is Outcome.TIMEOUT:
        found = TOO_LATE
    return f"Expected: {statement}. Found: {found}" if found else statement


def error_text(task: str, error: LearnerError) -> str:
    """Name an exception and the learner's own line, without the exception's text: it may hold hidden inputs."""
    if isinstance(error, NoAnswer):
        return error.text
    stub = called_stub(error, task)
    return f"it {stub}" if stub else f"{error.kind}{place_text(error)}"


def place_text(error: LearnerError) -> str:
    """Say on which line of the submission an exception arose, if one is known."""
    lines = [line for line in error.lines if line.source]
    return f" in line {lines[-1].number} of its cell: {lines[-1].source}" if lines else ""


def unfinished_text(student: RemoteStudent) -> str | None:
    """Say which cells were not run to their end, for their functions may pass all the same; None if all were."""
    errors = sorted(student.cell_errors.items())
    silent = [f"code cell {number + 1} ({error.text})" for number, error in errors if isinstance(error, NoAnswer)]
    if not silent:
        return None
    more = [f"and {len(silent) - MOST_CELLS:,} more"] if len(silent) > MOST_CELLS else []
    return f"Not run to the end: {', '.join(silent[:MOST_CELLS] + more)}. What they define was used where it could be."


def missing_text(task: str, submission: Submission, student: RemoteStudent) -> str:
    """Say that a function is not there or not written, and why, if the cell that should define it failed."""
    if task in student.names:
        return f"{task} is not written yet."
    for number, error in sorted(student.cell_errors.items()):
        if defines(submission.cells[number], task):
            silent = isinstance(error, NoAnswer)
            why = f"was not run to its end: {error.text}" if silent else f"stopped with {error_text(task, error)}"
            return f"{task} is not defined: its cell {why}."
    return f"{task} is not defined in this submission."


def defines(cell: str, name: str) -> bool:
    """Tell whether a cell seems to define a name, assign to it or import it; its size may be anything."""
    imported = (name in re.findall(r"\w+", line) for line in IMPORTS.findall(cell))
    assigned = re.search(rf"^{name}[ \t]*=", cell, re.MULTILINE)
    return name in DEFINED.findall(cell) or assigned is not None or any(imported)


def public_results(lab: Lab, results: Sequence[TaskResult], student: RemoteStudent) -> dict[str, TaskResult]:
    """Run the public tests of every task that lost points: what they show may be shown to the learner.

    They run in a process that never saw a hidden input, so that the learner's code cannot print one.
    """
    student.forget()
    found = {}
    for result in results:
        if result.outcome not in (Outcome.PASSED, Outcome.NOT_ATTEMPTED):
            name = result.task.name
            found[name] = examine_public(lab, name, student)
    return found


def rounded(points: float) -> float:
    """Return points without the noise of adding fractions."""
    return round(float(points), 4)
