"""A small lab, and cells in which a learner writes for it."""

from __future__ import annotations

import linecache
from itertools import count
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np

from attn_course.checking.specification import Lab, load_module
from attn_course.checking.student import LocalStudent

FOLDER = Path(__file__).parent / "lab_toy"
LAB: Lab = load_module(FOLDER / "tasks.py").lab
RIGHT = (FOLDER / "reference.py").read_text(encoding="utf-8")

numbers = count(1)


def defined(*cells: str, **names: Any) -> dict[str, Any]:
    """Execute cells as a notebook does, so that their lines can be looked up; return the names."""
    names["np"] = np
    for cell in map(dedent, cells):
        filename = f"<cell {next(numbers)}>"
        linecache.cache[filename] = (len(cell), None, cell.splitlines(keepends=True), filename)
        exec(compile(cell, filename, "exec"), names)
    return names


def student(*cells: str) -> LocalStudent:
    """Return the learner of the small lab who wrote these cells after the right functions."""
    return LocalStudent(defined(RIGHT, *cells), LAB.reference)
