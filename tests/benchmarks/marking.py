"""Measure the marking of one notebook: its processor time beside nbgrader's, memory under attack, the first result."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from attn_course.authoring.places import ROOT, notebook_text, read
from attn_course.checking.specification import Lab, all_labs
from attn_course.grading.grade import grade
from attn_course.sandbox import Sandbox, open_sandbox

Row = tuple[str, str, str]

PROGRAMS = Path(sys.executable).parent
ROUNDS = 30
AIMS = {
    **dict.fromkeys(("lab02", "lab03", "lab04"), "<= 0.15 s"),
    **dict.fromkeys(("lab05", "lab06"), "<= 0.2 s"),
    "lab07": "<= 0.2 s, but for two memory tests",
}
FIGURE = """\
from io import BytesIO
from matplotlib import pyplot as plt
figure, axes = plt.subplots()
axes.plot([0, 1, 4, 9])
figure.savefig(BytesIO())"""

# What an instructor would write into a test cell: the public tests, in the learner's kernel.
TEST = """\
from attn_course.checking.running import examine_public
from attn_course.checking.specification import all_labs
from attn_course.checking.student import LocalStudent
lab = next(lab for lab in all_labs() if lab.id == {lab!r})
assert examine_public(lab, {task!r}, LocalStudent(globals(), lab.reference)).outcome == "passed\""""

# Each reply is as large as one may be; the next process sends as much again.
HOSTILE = "import numpy as np\nlargest = np.zeros({items})\n{functions}"
HOSTILE_FUNCTION = "def {name}(*arguments, **keywords):\n    return largest\n"
LARGEST_REPLIES = (2**18, 2**20, 2**21 - 2**12, 2**23)  # numbers of eight bytes: within a message's 16 MiB, and beyond
OF_EACH = 3  # submissions: the memory of one must not be added to another's
PEAK = """\
import re, sys
from pathlib import Path
from attn_course.grading.marker import Settings, limited_memory, mark
from attn_course.sandbox import open_sandbox
with open_sandbox() as sandbox, limited_memory():
    for path in sys.argv[1:]:
        mark(Path(path), Settings(secret=b"benchmark"), sandbox)
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])"""


def marking_rows() -> Iterator[Row]:
    """Mark the solved notebooks; measure Lab 1's in more ways."""
    lab, *others = all_labs()
    solved = solution(lab)
    drawing = nbformat.from_dict({**solved, "cells": [*solved.cells, new_code_cell(FIGURE, id="figure")]})
    with open_sandbox() as sandbox:
        ours = our_seconds(solved, sandbox)
        yield f"marking the solved {lab.id}, processor time", "<= 0.08 s", f"{ours:.3f} s"
        with_figure = our_seconds(drawing, sandbox)
        yield "the same with a figure of the learner's own", "<= 0.12 s", f"{with_figure:.3f} s"
        for other in others:
            what = f"marking the solved {other.id}, processor time"
            yield what, AIMS.get(other.id[:5], "reported"), f"{our_seconds(solution(other), sandbox):.3f} s"
    theirs = nbgrader_seconds(lab, solved)
    yield (
        "`nbgrader autograde` of the solved lab01_scaled_dot_product",
        ">= 15 times as much",
        f"{theirs:.2f} s ({theirs / ours:.0f} times)",
    )
    yield "the marking program's memory while the largest replies come", "< 200 MB", f"{peak_megabytes(lab):.0f} MB"
    yield "from the start of `attn-course grade` to the first result", "< 5 s", f"{seconds_to_first_result(lab):.1f} s"


def solution(lab: Lab) -> NotebookNode:
    """Return a lab's solved notebook."""
    return read(ROOT / "solutions" / f"{lab.id}.ipynb")


def our_seconds(notebook: NotebookNode, sandbox: Sandbox) -> float:
    """Return the processor seconds of marking a notebook in a sandbox that is warm: the least of some rounds.

    What else runs on the machine only adds to it.
    """
    content = notebook_text(notebook).encode()
    records = [
        grade(content, "lab.ipynb", labs=all_labs(), secret=b"benchmark", start=sandbox.start).record
        for _ in range(ROUNDS + 1)
    ]
    assert all(record["score"] == record["max_score"] for record in records)
    return min(record["cpu_seconds"] for record in records[1:])  # the first one reads the lab's files


@contextmanager
def children_cpu_seconds() -> Iterator[list[float]]:
    """Measure the processor time of the processes that are started and ended within the block."""
    used = [0.0]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield used
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used[0] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def nbgrader_seconds(lab: Lab, solved: NotebookNode) -> float:
    """Return the processor seconds of `nbgrader autograde` for one submission of a course of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for place in (f"source/{lab.id}", f"submitted/ada/{lab.id}"):
            target = Path(folder, place, f"{lab.id}.ipynb")
            target.parent.mkdir(parents=True)
            target.write_text(notebook_text(with_test_cells(lab, solved)), encoding="utf-8")
        surroundings = os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}
        surroundings |= dict.fromkeys(("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"), folder)

        def nbgrader(command: str, *options: str) -> None:
            words = [PROGRAMS / "nbgrader", command, lab.id, f"--course-dir={folder}", "--log-level=ERROR", *options]
            subprocess.run(words, cwd=folder, env=surroundings, check=True)

        nbgrader("generate_assignment", "--ClearSolutions.enforce_metadata=False")
        with children_cpu_seconds() as used:
            nbgrader("autograde")
        assert earned_by_nbgrader(Path(folder)) == lab.points
    return used[0]


def with_test_cells(lab: Lab, solved: NotebookNode) -> NotebookNode:
    """Return the notebook with a test cell of nbgrader's for each task behind it."""
    tests = []
    for task in lab.tasks:
        cell = new_code_cell(TEST.format(lab=lab.id, task=task.name), id=f"test-{task.name.replace('_', '-')}")
        cell.metadata["nbgrader"] = {
            "schema_version": 3,
            "grade": True,
            "grade_id": f"test-{task.name}",
            "points": task.points,
            "locked": True,
            "solution": False,
            "task": False,
        }
        tests.append(cell)
    return nbformat.from_dict({**solved, "cells": [*solved.cells, *tests]})


def earned_by_nbgrader(course: Path) -> float:
    """Return the points that nbgrader gave: it should not be quick because it failed."""
    with closing(sqlite3.connect(course / "gradebook.db")) as database:
        return database.execute("SELECT SUM(auto_score) FROM grade").fetchone()[0]


def peak_megabytes(lab: Lab) -> float:
    """Return the largest memory that the marking program takes for submissions that send as much as they can."""
    functions = "\n".join(HOSTILE_FUNCTION.format(name=name) for name in lab.names)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}_{items}.py") for number in range(OF_EACH) for items in LARGEST_REPLIES]
        for file in files:
            items = file.stem.partition("_")[2]
            file.write_text(HOSTILE.format(items=items, functions=functions), encoding="utf-8")
        command = [sys.executable, "-c", PEAK, *map(str, files)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 1024


def seconds_to_first_result(lab: Lab) -> float:
    """Return how long it takes from the start of the command to the line of the first submission."""
    solved = ROOT / "solutions" / f"{lab.id}.ipynb"
    command = [PROGRAMS / "attn-course", "grade", solved, "--seed", "1"]
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        with subprocess.Popen(
            command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as call:
            assert call.stderr is not None
            took = next(time.monotonic() - start for line in call.stderr if line.startswith("[1/1]"))
            call.communicate()
    return took
