"""Which lines of an exception are the learner's own: read from the traceback, ours left out."""

from __future__ import annotations

import linecache
import os
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

LIBRARIES = {
    str(Path(__file__).parent),
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
}
NOT_THE_LEARNERS = ("<frozen ", "<__array_function__", *(folder + os.sep for folder in LIBRARIES))


@dataclass(frozen=True)
class Line:
    """One line of a learner's code that was being executed: `number` counts from 1 in its cell.

    `function` is the function's name, after that of the class or function in which it is defined.
    """

    function: str
    number: int
    source: str


def is_learners(filename: str) -> bool:
    """Tell whether code of this file is the learner's: neither ours nor a library's."""
    return not filename.startswith(NOT_THE_LEARNERS)


def learners_lines(traceback: TracebackType | None) -> tuple[Line, ...]:
    """Return the lines of the traceback that lie in the learner's code, the innermost last."""
    lines = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if is_learners(code.co_filename):
            source = linecache.getline(code.co_filename, traceback.tb_lineno, traceback.tb_frame.f_globals)
            lines.append(Line(short_name(code.co_qualname), traceback.tb_lineno, source.strip()))
        traceback = traceback.tb_next
    return tuple(lines)


def short_name(qualified: str) -> str:
    """Leave the last two parts of a function's qualified name: ``Cache.append``, ``softmax.<lambda>``."""
    return ".".join([part for part in qualified.split(".") if part != "<locals>"][-2:])
