"""Gradient rules of functions that reduce axes: sums, means, largest entries."""

from __future__ import annotations

from typing import Any

import numpy as np

from attn_course.autodiff.not_recorded import no_rule
from attn_course.autodiff.rules import REDUCTIONS, Pull, composition, known, rule

Axis = int | tuple[int, ...] | None


def widened(reduced: np.ndarray, axis: Axis, shape: tuple[int, ...], keepdims: bool) -> np.ndarray:
    """Give what belongs to a reduced array of this shape its axes back, as axes of size 1."""
    if keepdims:
        return reduced
    if axis is None:
        return reduced.reshape((1,) * len(shape))
    return np.expand_dims(reduced, axis)


@rule(np.sum)
def sum(
    a: np.ndarray, axis: Axis = None, *, keepdims: bool = False, where: Any = True, initial: Any = 0
) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = sum of x_i``: every x_i gets g."""
    y = np.sum(a, axis, keepdims=keepdims, where=where, initial=initial)

    def pull(g: np.ndarray) -> np.ndarray:
        spread = np.broadcast_to(widened(g, axis, a.shape, keepdims), a.shape)
        return spread if where is True else np.where(where, spread, 0)

    return y, (pull,)


@rule(np.max, np.amax)
def max(
    a: np.ndarray, axis: Axis = None, *, keepdims: bool = False, where: Any = True, **initial: Any
) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = the largest x_i``: it gets g; several that are equal share it evenly."""
    y = np.max(a, axis, keepdims=keepdims, where=where, **initial)

    def pull(g: np.ndarray) -> np.ndarray:
        largest = (a == widened(y, axis, a.shape, keepdims)) & where
        number = largest.sum(axis, keepdims=True, dtype=g.dtype)  # none, where the initial value is larger
        return largest * (widened(g, axis, a.shape, keepdims) / np.maximum(number, 1))

    return y, (pull,)


@composition(np.min, np.amin)
def min(a: Any, axis: Axis = None, *, keepdims: bool = False, where: Any = True, **initial: Any) -> Any:
    """``y = -max(-x)``."""
    negated = {name: -value for name, value in initial.items()}
    return -np.max(-a, axis, keepdims=keepdims, where=where, **negated)


@rule(np.mean)
def mean(a: np.ndarray, axis: Axis = None, *, keepdims: bool = False) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = sum of x_i / n``: every x_i gets g / n."""
    y = np.mean(a, axis, keepdims=keepdims)
    n = a.size // np.size(y) if np.size(y) else 1
    return y, (lambda g: np.broadcast_to(widened(g / n, axis, a.shape, keepdims), a.shape),)


@composition(np.var)
def var(a: Any, axis: Axis = None, *, ddof: float = 0, keepdims: bool = False) -> Any:
    """``y = sum of (x_i - mean)^2 / (n - ddof)``."""
    squares = np.square(a - np.mean(a, axis, keepdims=True))
    total = np.sum(squares, axis, keepdims=keepdims)
    n = a.size // (np.size(total) or 1)
    return total / float(np.maximum(n - ddof, 0))


@composition(np.std)
def std(a: Any, axis: Axis = None, *, ddof: float = 0, keepdims: bool = False) -> Any:
    """``y = sqrt(var(x))``."""
    return root(np.var(a, axis, ddof=ddof, keepdims=keepdims))


def root(x: Any) -> Any:
    """``y = sqrt(x)`` of a sum of squares, which is least at 0: there x gets 0, and not infinity times 0."""
    return np.where(x == 0, 0.0, np.sqrt(np.where(x == 0, 1.0, x)))[()]


@composition(np.average)
def average(a: Any, axis: Axis = None, weights: Any = None, *, keepdims: bool = False) -> Any:
    """``y = sum of w_i x_i / sum of w_i``."""
    if weights is None:
        return np.mean(a, axis, keepdims=keepdims)
    if np.ndim(weights) != np.ndim(a):  # weights of one axis
        shape = [1] * np.ndim(a)
        shape[axis] = -1  # type: ignore[index]
        weights = np.reshape(weights, shape)
    elif np.shape(weights) != np.shape(a):
        raise ValueError(f"weights of the shape {np.shape(weights)} do not fit numbers of {np.shape(a)}")
    weights = weights * np.ones(np.shape(a))
    total = np.sum(weights, axis, keepdims=keepdims)
    return np.sum(a * weights, axis, keepdims=keepdims) / total


@rule(np.cumsum, *known("cumulative_sum"))
def cumsum(a: np.ndarray, axis: int | None = None) -> tuple[np.ndarray, tuple[Pull]]:
    """``y_i = x_1 + ... + x_i``: x_i gets g_i + g_(i+1) + ..., the sum from the end."""

    def pull(g: np.ndarray) -> np.ndarray:
        along = 0 if axis is None else axis
        return np.flip(np.cumsum(np.flip(g, along), along), along).reshape(a.shape)

    return np.cumsum(a, axis), (pull,)


def log_sum_exp(a: Any, axis: Axis = 0, *, keepdims: bool = False, where: Any = True, initial: Any = -np.inf) -> Any:
    """``y = log(sum of e^(x_i)) = m + log(sum of e^(x_i - m)), m the largest``: what `np.logaddexp.reduce` is."""
    hidden = a if where is True else np.where(where, a, -np.inf)
    largest = np.max(plain_value(hidden), axis, keepdims=True, initial=initial)
    shift = np.where(np.isfinite(largest), largest, 0)
    total = np.sum(np.exp(hidden - shift), axis, keepdims=True) + np.exp(initial - shift)
    some = plain_value(total) > 0
    result = np.where(some, np.log(np.where(some, total, 1)) + shift, -np.inf)
    return result if keepdims else np.squeeze(result, axis)[()]  # a number, where no axis is left


def root_of_squares(a: Any, axis: Axis = 0, *, keepdims: bool = False, where: Any = True) -> Any:
    """``y = sqrt(sum of x_i^2)``: what `np.hypot.reduce` is."""
    return root(np.sum(np.square(a), axis, keepdims=keepdims, where=where))


def plain_value(x: Any) -> Any:
    """Return the value of what is recorded."""
    return getattr(x, "data", x)


REDUCTIONS.update(
    {
        np.add: np.sum,
        np.maximum: np.max,
        np.minimum: np.min,
        np.logaddexp: log_sum_exp,
        np.hypot: root_of_squares,
    }
)


@composition(np.linalg.norm, np.linalg.vector_norm)
def norm(x: Any, ord: Any = None, axis: Axis = None, keepdims: bool = False) -> Any:
    """``y = sqrt(sum of x_i^2)``; of the order 1, for vectors, the sum of absolute values."""
    of_vectors = np.ndim(x) == 1 or isinstance(axis, int)
    if ord == 1 and of_vectors:
        return np.sum(np.abs(x), axis, keepdims=keepdims)
    if ord is None or (ord == 2 and of_vectors) or (ord == "fro" and not of_vectors):
        return root_of_squares(x, axis, keepdims=keepdims)
    raise no_rule(f"np.linalg.norm of the order {ord!r}")


@composition(np.linalg.matrix_norm)
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """``y = sqrt(sum of x_ij^2)``, of the last two axes."""
    return norm(x, ord, (-2, -1), keepdims)
