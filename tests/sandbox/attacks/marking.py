"""Marks the cells of an attack as the small lab of the bait, and writes down all that is shown of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from attn_course.checking.specification import Lab, load_module
from attn_course.grading.grade import Graded, grade
from attn_course.grading.outputs import json_text
from attn_course.grading.remote import Limits
from attn_course.grading.reports import marks_table, report_html
from attn_course.sandbox.level import IsolationLevel
from attn_course.sandbox.process import Child

SEED = 20_250
LEVEL = IsolationLevel(0, "for a test")


def bait_lab() -> Lab:
    """Return the small lab."""
    lab: Lab = load_module(Path(__file__).with_name("lab_bait") / "tasks.py").lab
    return lab


def notebook_bytes(cells: Sequence[str]) -> bytes:
    """Return a notebook with these cells."""
    code = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def marked(cells: Sequence[str], make_child: Callable[[], Child], seconds: float) -> Graded:
    """Mark the cells."""
    limits = Limits(cell=seconds, cells=4 * seconds, call=seconds, calls=4 * seconds)
    lab = bait_lab()
    return grade(
        notebook_bytes(cells),
        "attack.ipynb",
        labs=(lab,),
        secret=b"secret",
        seed=SEED,
        lab=lab,
        limits=limits,
        start=make_child,
    )


def shown(graded: Graded) -> str:
    """Return all that people see of it: the report, the table on the terminal, the texts of the JSON."""
    table, lab = io.StringIO(), bait_lab()
    Console(file=table, width=200, color_system=None).print(marks_table([graded.record]))
    records = json.loads(json_text([graded.record], LEVEL))["submissions"]
    whole = "\n".join([report_html(graded, (lab,), LEVEL), table.getvalue(), *record_texts(records)])
    whole.encode()  # what cannot be encoded cannot be written to a file
    return whole


def record_texts(value: object) -> list[str]:
    """Return every text in a JSON document."""
    if isinstance(value, str):
        return [value]
    items = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in items for text in record_texts(item)]
