"""Tell whether two plain values are the same: their structure, their shapes and their numbers.

Whatever a learner's function returned or left behind can be compared: nothing here raises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from attn_course.calls import DESCRIPTIONS

MOST_NUMBERS = 1_000_000  # in lists; an array may hold more

Numbers = Callable[[np.ndarray, np.ndarray], bool]


def same(one: Any, other: Any, numbers: Numbers) -> bool:
    """Compare two values; `numbers` compares arrays, which numbers and even lists of numbers count as."""
    for kind in (dict, tuple):
        if isinstance(one, kind) or isinstance(other, kind):
            return isinstance(one, kind) and isinstance(other, kind) and same_items(one, other, numbers)
    first, second = as_numbers(one), as_numbers(other)
    if first is not None and second is not None:
        return numbers(first, second)
    if isinstance(one, list) and isinstance(other, list):
        return same_items(one, other, numbers)
    if isinstance(one, DESCRIPTIONS):
        return one is other
    return one is other is None or (isinstance(one, str) and isinstance(other, str) and one == other)


def same_items(one: Any, other: Any, numbers: Numbers) -> bool:
    """Compare two containers of one kind, item by item; dicts by their keys."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key], numbers) for key in one)
    return len(one) == len(other) and all(same(mine, theirs, numbers) for mine, theirs in zip(one, other, strict=True))


def as_numbers(value: Any) -> np.ndarray | None:
    """Return a number, an array or nested lists of numbers as an array; None for anything else."""
    try:
        array = as_array(value)
    except ValueError:  # lists of different lengths
        return None
    return array if array is not None and array.dtype.kind in "biufc" else None


def as_array(value: Any) -> np.ndarray | None:
    """Return what NumPy makes of a value; None where lists hold anything but numbers, or far too many of these.

    NumPy would pad every text in a list to the longest one. Raises ValueError for lists of different lengths.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    waiting, numbers = [value], 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, tuple)):
            waiting += one
        elif not isinstance(one, (bool, int, float, complex, np.ndarray, np.generic)):
            return None
        numbers += one.size if isinstance(one, np.ndarray) else 1
        if numbers + len(waiting) > MOST_NUMBERS:
            return None
    return np.asarray(value)


def exactly(one: np.ndarray, other: np.ndarray) -> bool:
    """Compare shape, type and every number; NaN equals NaN."""
    return one.shape == other.shape and one.dtype == other.dtype and np.array_equal(one, other, equal_nan=True)


def within(one: np.ndarray, other: np.ndarray, rtol: float, atol: float) -> bool:
    """Tell whether real numbers of one shape are finite and close: `np.allclose` takes five times as long."""
    other = other.astype(float)  # booleans cannot be subtracted, and whole numbers without a sign would wrap
    # Not `<= atol + rtol * ...`: then any number would be near to an infinite one.
    return bool((np.abs(one - other) - rtol * np.abs(other) <= atol).all())


def closely(one: np.ndarray, other: np.ndarray) -> bool:
    """Compare shape and every number but for rounding; NaN equals NaN."""
    if one.shape != other.shape:
        return False
    if one.dtype == other.dtype and one.tobytes() == other.tobytes():  # as most arguments: a call leaves them alone
        return True
    with np.errstate(all="ignore"):  # 1e308 and -1e308: the difference is infinite
        return np.allclose(one, other, rtol=1e-6, atol=1e-9, equal_nan=True)
