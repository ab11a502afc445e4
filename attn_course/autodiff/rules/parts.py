"""Rules of parts and copies of an array: what `Tensor` itself does when it is indexed, filled or converted."""

from __future__ import annotations

from typing import Any

import numpy as np

from attn_course.autodiff.nodes import Entries
from attn_course.autodiff.rules import Pull, unchanged


def converted(x: np.ndarray, dtype: np.dtype[Any]) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x in another precision``: x gets g."""
    return x.astype(min(x.dtype, dtype, key=lambda one: one.itemsize)), (unchanged,)


def copied(x: np.ndarray, order: Any = "C") -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x``: x gets g."""
    return x.copy(order), (unchanged,)


def picked(x: np.ndarray, index: Any) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x[index]``: x gets g at the index, and zeros elsewhere."""
    parts = index if isinstance(index, tuple) else (index,)
    repeated = any(np.ndim(part) > 0 and np.asarray(part).dtype.kind in "iu" for part in parts if part is not None)
    return x[index], (lambda g: Entries(index, g, repeated),)


def replaced(x: np.ndarray, value: Any, index: Any) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = x but for y[index] = v``: x gets g with zeros at the index, v the sum of g wherever it went."""
    y = x.copy(order="K")
    y[index] = value

    def for_x(g: np.ndarray) -> np.ndarray:
        kept = np.array(g)
        kept[index] = 0
        return kept

    def for_value(g: np.ndarray) -> np.ndarray:
        origin = np.zeros(x.shape, dtype=int)  # 1 + the place in v that an entry came from
        origin[index] = np.arange(1, np.size(value) + 1).reshape(np.shape(value))
        return np.bincount(origin.ravel(), g.ravel(), np.size(value) + 1)[1:].reshape(np.shape(value))

    return y, (for_x, for_value)
