"""Read the banks of a lab: functions right and wrong, each a file of cells with a header.

`tests/labs/<lab>/correct_variants/*.py` and `tests/labs/<lab>/unseen_mistakes/*.py` hold cells in
the percent format. A file is appended to a notebook in which everything else is right.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import linecache
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from attn_course.checking.specification import Lab, Misconception, all_labs

HERE = Path(__file__).parent
LABS = all_labs()


@dataclass(frozen=True)
class Entry:
    """One file of a bank: `header` holds what stands in its first lines, by name."""

    path: Path

    @cached_property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def header(self) -> dict[str, str]:
        return dict(re.findall(r"^# (\w+): (.*)$", self.source.split("# %%")[0], flags=re.MULTILINE))

    @property
    def task(self) -> str:
        return self.header["task"]

    @property
    def cells(self) -> list[str]:
        return self.source.split("# %%\n")[1:]

    def __str__(self) -> str:
        return self.path.stem


def bank(lab: Lab, name: str) -> list[Entry]:
    """Return the entries of one bank of a lab, in the order of their names."""
    return [Entry(path) for path in sorted((HERE / lab.id / name).glob("*.py"))]


def right_cells(lab: Lab) -> list[str]:
    """Return the cells of a notebook in which every task is solved."""
    return [inspect.getsource(lab.reference)]


def namespace(lab: Lab, entry: Entry | None = None) -> dict[str, Any]:
    """Execute a right notebook and, behind it, an entry's cells; return the names."""
    names: dict[str, Any] = {"__name__": "notebook"}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, cell in enumerate([*right_cells(lab), *(entry.cells if entry else [])]):
            filename = f"<{entry or 'notebook'}, cell {number}>"
            linecache.cache[filename] = (
                len(cell),
                None,
                cell.splitlines(keepends=True),
                filename,
            )  # as a notebook does
            exec(compile(cell, filename, "exec", dont_inherit=True), names)
    return names


def with_misconception(lab: Lab, entry: Misconception) -> dict[str, Callable[..., Any]]:
    """Return a lab's right functions, but for the one that the misconception breaks."""
    names = namespace(lab)
    return {**{task: names[task] for task in lab.names}, entry.task: entry.implementation}
