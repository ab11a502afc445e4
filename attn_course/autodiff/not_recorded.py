"""What a learner is told where the gradient would get lost: the line, and what to write in its place."""

from __future__ import annotations

import dis
import linecache
import sys
from types import FrameType
from typing import Any

from attn_course.tracebacks import is_learners, short_name

STORES = ("STORE_SUBSCR", "STORE_SLICE")  # a[index] = value


class NotRecorded(TypeError):
    """Something was done to a recorded value that cannot be differentiated: its text names the line and a way out."""

    def __init__(self, reason: str, instead: str) -> None:
        super().__init__(f"{place()}{reason} {instead}")
        self.reason = reason


def place() -> str:
    """Return the beginning of a sentence that names the learner's line that is being executed, if there is one."""
    frame = learners_frame()
    if frame is None:
        return ""
    code, number = frame.f_code, frame.f_lineno
    source = linecache.getline(code.co_filename, number, frame.f_globals).strip()
    return f"Line {number}, in {short_name(code.co_qualname)}" + (f": `{source}`. " if source else ". ")


def learners_frame() -> FrameType | None:
    """Return the innermost frame that executes the learner's code."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not is_learners(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def is_filling() -> bool:
    """Tell whether the learner's code is putting something into an array: a[index] = value."""
    frame = learners_frame()
    return frame is not None and dis.opname[frame.f_code.co_code[frame.f_lasti]] in STORES


def filled() -> NotRecorded:
    """Say that a plain array cannot be filled with what is recorded."""
    return NotRecorded(
        "A plain array is filled with values that are being recorded, and would lose them.",
        "Collect the parts in a list and join them with np.stack or np.concatenate.",
    )


def no_plain_array() -> NotRecorded:
    """Say that a plain array cannot hold what is recorded: it is being filled, or made."""
    if is_filling():
        return filled()
    return NotRecorded(
        "Here a plain array is made of values that are being recorded, and the gradient would get lost.",
        "Leave np.asarray and the like out: they are an array already. Join lists by np.stack; "
        "use np.where on whole arrays in the place of masked arrays and np.vectorize.",
    )


def no_plain_number() -> NotRecorded:
    """Say that a number of Python's cannot be differentiated, nor one that a plain array is filled with."""
    if is_filling():
        return filled()
    return NotRecorded(
        "Here a plain number is made of a value that is being recorded, and the gradient would get lost.",
        "Use NumPy's functions on whole arrays (np.exp for math.exp, np.sum for a sum of floats); "
        "to read a loss, call its backward() first, or read its .data.",
    )


def no_real_number(dtype: Any) -> NotRecorded:
    """Say that only floating-point numbers can be differentiated."""
    if dtype.kind == "c":
        return NotRecorded("Complex numbers are not recorded.", "Compute with the two parts as two real arrays.")
    return NotRecorded(f"Values of the type {dtype} have no gradient.", "Leave out `dtype` and `astype`.")


def no_array_of_its_own_kind() -> NotRecorded:
    """Say that arrays that compute in their own way are no constants: what they mean would get lost."""
    return NotRecorded(
        "Masked arrays and np.matrix compute in their own way, which is not recorded.",
        "Use plain arrays: np.where hides entries, @ multiplies matrices.",
    )


def no_change() -> NotRecorded:
    """Say that a function cannot change an array that is being recorded."""
    return NotRecorded(
        "An array that is being recorded is changed in place by a function that has no rule here.",
        "Write `a[index] = values`, or use np.where.",
    )


def no_rule(name: str) -> NotRecorded:
    """Say that a function cannot be differentiated here."""
    return NotRecorded(f"{name} has no gradient rule here.", "Write it with other functions of NumPy.")


def freed() -> NotRecorded:
    """Say that a record can be used once."""
    return NotRecorded(
        "backward() has used and freed the record of this value.", "Compute the loss anew; .data is the plain value."
    )
