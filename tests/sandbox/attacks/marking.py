"""Marks the cells of an attack as the small lab of the bait, and writes down all that is shown of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
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


def page(graded: Graded) -> str:
    """Return the report as a browser gets it."""
    return report_html(graded, (bait_lab(),))


def others(graded: Graded) -> str:
    """Return what else people see: the table on the terminal, and the texts of the JSON."""
    table = io.StringIO()
    Console(file=table, width=200, color_system=None).print(marks_table([graded.record]))
    return "\n".join([table.getvalue(), *record_texts(json.loads(json_text([graded.record], LEVEL)))])


def record_texts(value: object) -> list[str]:
    """Return every text in a JSON document."""
    if isinstance(value, str):
        return [value]
    items = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in items for text in record_texts(item)]


def hidden_digits() -> str:
    """Return digits of the first number that the hidden tests ask the submission for."""
    rng = np.random.default_rng([SEED, crc32(b"treble_of_numbers")])
    return repr(float(rng.uniform(1, 2, size=(2, 3))[0, 0]))[2:12]
