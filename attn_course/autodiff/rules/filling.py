"""Arrays that look like recorded ones, and what fills them: each is a change in place, which is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from attn_course.autodiff.not_recorded import no_rule
from attn_course.autodiff.rules import composition
from attn_course.autodiff.tensor import as_tensor


def like(make: Callable[..., np.ndarray]) -> Callable[..., Any]:
    """Return what makes a constant of the shape and the precision of another array."""

    def make_like(a: Any, dtype: Any = None, *, shape: Any = None, **layout: Any) -> Any:
        made = make(a.shape if shape is None else shape, a.dtype if dtype is None else dtype)
        return as_tensor(made) if made.dtype.kind == "f" else made

    return make_like


zeros_like = composition(np.zeros_like, np.empty_like)(like(np.zeros))
ones_like = composition(np.ones_like)(like(np.ones))


@composition(np.full_like)
def full_like(a: Any, fill_value: Any, dtype: Any = None, *, shape: Any = None, **layout: Any) -> Any:
    """Return an array of the shape and the precision of another, all of one value."""
    made = np.zeros_like(a, dtype, shape=shape)
    made[...] = fill_value
    return made


@composition(np.copyto)
def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Put values into an array where a condition holds."""
    dst[...] = np.where(where, src, dst)


@composition(np.putmask)
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Put values into an array where a mask holds: one value, or one for each place of the array."""
    if np.size(values) not in (1, a.size):
        raise no_rule("np.putmask with values that are repeated")
    a[...] = np.where(mask, np.reshape(values, a.shape if np.size(values) == a.size else ()), a)


@composition(np.fill_diagonal)
def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """Put values on the diagonal of a matrix."""
    places = np.arange(min(a.shape))
    a[(places,) * a.ndim] = val
