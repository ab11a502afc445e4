"""Shows marks: a table on the terminal, and one self-contained HTML report for each submission."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from rich.table import Column, Table
from rich.text import Text

from attn_course import __version__
from attn_course.checking.messages import MARKS, inline_html
from attn_course.checking.outcomes import Outcome
from attn_course.checking.specification import Lab
from attn_course.grading.grade import Graded, Record
from attn_course.grading.text import one_line

TEMPLATES = Environment(
    loader=PackageLoader("attn_course.grading"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
LONGEST_TABLE = 20  # submissions
TEMPLATES.filters["inline"] = lambda text: Markup(inline_html(text))  # what stands between backticks is code


def points_text(record: Record) -> str:
    """Write the points of a submission, which has none where it was not marked."""
    most = record["max_score"]
    if record["score"] is None:
        return "not marked"
    return f"{record['score']:g}" if most is None else f"{record['score']:g} of {most:g}"


def lab_text(record: Record) -> str:
    """Name the lab of a submission in short: "lab01"."""
    return (record["lab"] or "").partition("_")[0]


def result_text(record: Record, with_lab: bool) -> str:
    """Say in a few words what a submission got, or why it could not be marked."""
    lab = f"{lab_text(record)}, " if with_lab else ""
    return record["problem"] or f"{lab}{points_text(record)} points"


def summary(record: Record) -> str:
    """Say in one line what a submission lost, or why it could not be marked."""
    if record["problem"]:
        return one_line(record["problem"])
    if all(task["outcome"] == Outcome.NOT_ATTEMPTED for task in record["tasks"]):
        return "nothing was attempted"
    lost = [
        f"{task['task']} {task['earned']:g} of {task['points']:g} ({MARKS[Outcome(task['outcome'])]})"
        for task in record["tasks"]
        if task["earned"] < task["points"]
    ]
    return ", ".join(lost) or "nothing"


def marks_table(records: Sequence[Record]) -> Table:
    """Return the terminal's table, one row for each submission; of a class, only those that need a look."""
    shown = [one for one in records if one["problem"]] if len(records) > LONGEST_TABLE else records
    labs = {record["lab"] for record in records if record["lab"]}
    names = ("Submission", *(["Lab"] if len(labs) > 1 else []), "Points", "What lost points")
    table = Table(*(Column(name, overflow="fold") for name in names), caption=caption(records, len(shown)))
    for record in shown:
        lab = [lab_text(record)] if len(labs) > 1 else []
        cells = (one_line(record["submission"]), *lab, points_text(record), summary(record))
        table.add_row(*map(Text, cells))  # Text, because a file's name could be rich's markup
    return table


def caption(records: Sequence[Record], shown: int) -> str | None:
    """Sum up what a table leaves out."""
    if shown == len(records):
        return None
    graded = [record for record in records if record["status"] == "graded"]
    where = "; the table shows those that were not." if shown else "."
    return f"{len(graded)} of {len(records)} marked{averages(graded)}{where}"


def averages(graded: Sequence[Record]) -> str:
    """Say what was earned on average, of each lab if there are several: their points are not the same ones."""
    scores: dict[str, list[float]] = {}
    for record in graded:
        scores.setdefault(lab_text(record), []).append(record["score"])
    means = {lab: f"{sum(earned) / len(earned):.3g} points on average" for lab, earned in sorted(scores.items())}
    return "".join(f", {mean} in {lab}" if len(means) > 1 else f", {mean}" for lab, mean in means.items())


def report_name(submission: str) -> str:
    """Return the name of a submission's report: readable, safe on every system, and its own."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", PurePath(submission).stem).strip("-")[:60] or "submission"
    digest = hashlib.sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable}-{digest[:10]}.html"


def report_html(graded: Graded, labs: Sequence[Lab]) -> str:
    """Return the report that a learner may read: it holds no hidden input and no expected value."""
    record = graded.record
    lab = next((lab for lab in labs if lab.id == record["lab"]), None)
    heading = report_heading(record, lab)
    tasks = [task_view(lab, task, graded) for task in record["tasks"]] if lab else []
    return TEMPLATES.get_template("report.html.jinja").render(
        heading=heading,
        submission=one_line(PurePath(record["submission"]).name),  # not the marker's folders
        record=record,
        tasks=tasks,
        version=__version__,
    )


def report_heading(record: Record, lab: Lab | None) -> str:
    """Say in a report's first line what the submission got."""
    if lab is None:
        return "This submission could not be marked"
    return f"{lab_name(lab)}: {points_text(record)}{'' if record['score'] is None else ' points'}"


def lab_name(lab: Lab) -> str:
    """Return what the notebooks call a lab: "Lab 1, Scaled dot-product attention"."""
    number = re.match(r"lab0*(\d+)_", lab.id)
    return f"Lab {number[1]}, {lab.title}" if number else lab.title


def task_view(lab: Lab, task: Record, graded: Graded) -> dict[str, Any]:
    """Return what the report shows of one task."""
    own = lab.task(task["task"])
    found = next((one for one in lab.misconceptions if (one.task, one.name) == (own.name, task["misconception"])), None)
    return {
        "title": own.title,
        "name": own.name,
        "outcome": task_outcome(task),
        "passed": task["outcome"] == Outcome.PASSED,
        "earned": f"{task['earned']:g}",
        "points": f"{task['points']:g}",
        "replaced": (task["carried_forward"] or "").split(", ") if task["carried_forward"] else [],
        "belief": found and found.belief,
        "cure": found and found.cure,
        "tests": [test_view(test) for test in task["tests"]],
        "not_attempted": task["tests"][0]["message"] if task["outcome"] == Outcome.NOT_ATTEMPTED else None,
        "explanation": Markup(graded.explanations.get(own.name, "")),  # what a learner wrote is escaped in it
        "read_again": own.section if task["earned"] < task["points"] else None,
    }


def task_outcome(task: Record) -> str:
    """Say what became of a task; where something was earned, by the number of tests that failed."""
    failed = sum(test["outcome"] != Outcome.PASSED for test in task["tests"])
    if 0 < task["earned"] < task["points"]:
        return f"{failed} of {len(task['tests'])} hidden tests not passed"
    return MARKS[Outcome(task["outcome"])]


def test_view(test: Record) -> dict[str, str]:
    """Return what the report shows of one test."""
    return {
        "outcome": MARKS[Outcome(test["outcome"])],
        "message": test["message"],
        "earned": f"{test['earned']:g}",
        "points": f"{test['points']:g}",
    }
