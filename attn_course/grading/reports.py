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
from attn_course.sandbox.level import IsolationLevel

TEMPLATES = Environment(
    loader=PackageLoader("attn_course.grading"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["inline"] = lambda text: Markup(inline_html(text))  # what stands between backticks is code


def points_text(record: Record) -> str:
    """Write the points of a submission."""
    most = record["max_score"]
    return f"{record['score']:g}" if most is None else f"{record['score']:g} of {most:g}"


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
    """Return the terminal's table, one row for each submission."""
    names = ("Submission", "Lab", "Points", "What lost points")
    table = Table(*(Column(name, overflow="fold") for name in names), show_lines=True)
    for record in records:
        cells = (one_line(record["submission"]), record["lab"] or "", points_text(record), summary(record))
        table.add_row(*map(Text, cells))  # Text, because a file's name could be rich's markup
    return table


def report_name(submission: str) -> str:
    """Return the name of a submission's report: readable, safe on every system, and its own."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", PurePath(submission).stem).strip("-")[:60] or "submission"
    digest = hashlib.sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable}-{digest[:10]}.html"


def report_html(graded: Graded, labs: Sequence[Lab], isolation: IsolationLevel) -> str:
    """Return the report that a learner may read: it holds no hidden input and no expected value."""
    record = graded.record
    lab = next((lab for lab in labs if lab.id == record["lab"]), None)
    heading = f"{lab.title}: {points_text(record)} points" if lab else "This submission could not be marked"
    return TEMPLATES.get_template("report.html.jinja").render(
        heading=heading,
        submission=one_line(PurePath(record["submission"]).name),  # not the marker's folders
        record=record,
        tasks=[task_view(lab, task, graded) for task in record["tasks"]] if lab else [],
        version=__version__,
        isolation=isolation.label,
    )


def task_view(lab: Lab, task: Record, graded: Graded) -> dict[str, Any]:
    """Return what the report shows of one task."""
    own = lab.task(task["task"])
    found = next((one for one in lab.misconceptions if (one.task, one.name) == (own.name, task["misconception"])), None)
    return {
        "title": own.title,
        "name": own.name,
        "outcome": MARKS[Outcome(task["outcome"])],
        "earned": f"{task['earned']:g}",
        "points": f"{task['points']:g}",
        "carried_forward": task["carried_forward"],
        "belief": found and found.belief,
        "cure": found and found.cure,
        "tests": [test_view(test) for test in task["tests"]],
        "explanation": Markup(graded.explanations.get(own.name, "")),  # what a learner wrote is escaped in it
        "read_again": own.section if task["earned"] < task["points"] else None,
    }


def test_view(test: Record) -> dict[str, str]:
    """Return what the report shows of one test."""
    return {
        "outcome": MARKS[Outcome(test["outcome"])],
        "message": test["message"],
        "earned": f"{test['earned']:g}",
        "points": f"{test['points']:g}",
    }
