"""Gradient rules of functions that put numbers in other places, and compute nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from attn_course.autodiff.not_recorded import no_rule
from attn_course.autodiff.rules import RULES, Pull, Pulls, Rule, composition, known, rule, unchanged
from attn_course.autodiff.tensor import record


def reshaped(function: Callable[..., np.ndarray]) -> Rule:
    """Return the rule of a function that changes the shape only: x gets g, in the shape of x."""

    def rule_of_shape(a: np.ndarray, *args: Any, **keywords: Any) -> tuple[np.ndarray, tuple[Pull]]:
        return function(a, *args, **keywords), (lambda g: g.reshape(a.shape),)

    return rule_of_shape


RULES.update({function: reshaped(function) for function in (np.squeeze, np.expand_dims)})


@rule(np.reshape)
def reshape(a: np.ndarray, /, shape: Any) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x in another shape, row by row``: x gets g, in the shape of x."""
    return np.reshape(a, shape), (lambda g: g.reshape(a.shape),)


@rule(np.ravel)
def ravel(a: np.ndarray) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x in one row``: x gets g, in the shape of x."""
    return np.ravel(a), (lambda g: g.reshape(a.shape),)


@rule(np.transpose, np.permute_dims)
def transpose(a: np.ndarray, axes: Any = None) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x with its axes in another order``: x gets g with its axes put back."""
    back = None if axes is None else np.argsort(np.mod(axes, a.ndim))
    return np.transpose(a, axes), (lambda g: np.transpose(g, back),)


@rule(np.swapaxes)
def swapaxes(a: np.ndarray, axis1: int, axis2: int) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x with two axes swapped``: x gets g with the same two swapped."""
    return np.swapaxes(a, axis1, axis2), (lambda g: np.swapaxes(g, axis1, axis2),)


@rule(np.matrix_transpose, np.linalg.matrix_transpose)
def matrix_transpose(x: np.ndarray, /) -> tuple[np.ndarray, tuple[Pull]]:
    """``Y = X^T``: X gets G^T."""
    return np.swapaxes(x, -1, -2), (lambda g: np.swapaxes(g, -1, -2),)


@rule(np.moveaxis)
def moveaxis(a: np.ndarray, source: Any, destination: Any) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x with axes moved``: x gets g with the same moved back."""
    return np.moveaxis(a, source, destination), (lambda g: np.moveaxis(g, destination, source),)


@rule(np.broadcast_to)
def broadcast_to(array: np.ndarray, shape: Any) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x, repeated``: x gets the sum over its repetitions, as with all broadcasting."""
    return np.broadcast_to(array, shape), (unchanged,)


@composition(np.concatenate, np.concat)
def concatenate(arrays: Any, axis: int | None = 0) -> Any:
    """The arrays, or the parts of an array, one behind the other."""
    return record(one_behind_the_other, arrays, {"axis": axis})


def one_behind_the_other(*arrays: np.ndarray, axis: int | None) -> tuple[np.ndarray, tuple[Pull, ...]]:
    """``y`` = the arrays one behind the other: each gets its own piece of g."""
    shapes = [np.shape(array) for array in arrays]
    if axis is None:
        arrays, axis = tuple(np.reshape(array, -1) for array in arrays), 0
    ends = np.cumsum([np.shape(array)[axis] for array in arrays])
    starts = [0, *ends[:-1]]

    def piece(start: int, end: int, shape: tuple[int, ...], g: np.ndarray) -> np.ndarray:
        return np.moveaxis(np.moveaxis(g, axis, 0)[start:end], 0, axis).reshape(shape)

    pulls = tuple(partial(piece, *of_array) for of_array in zip(starts, ends, shapes, strict=True))
    return np.concatenate(arrays, axis), pulls


@composition(np.append)
def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    """Two arrays, one behind the other."""
    return np.concatenate([arr, values], axis)


@composition(np.stack)
def stack(arrays: Any, axis: int = 0) -> Any:
    """The arrays along a new axis."""
    return np.concatenate([np.expand_dims(array, axis) for array in arrays], axis)


@composition(np.vstack)
def vstack(tup: Any) -> Any:
    """The arrays below each other."""
    return np.concatenate([np.atleast_2d(array) for array in tup], axis=0)


@composition(np.hstack)
def hstack(tup: Any) -> Any:
    """The arrays side by side."""
    arrays = [np.atleast_1d(array) for array in tup]
    return np.concatenate(arrays, axis=0 if np.ndim(arrays[0]) == 1 else 1)


@composition(np.column_stack)
def column_stack(tup: Any) -> Any:
    """Vectors as columns, and matrices, side by side."""
    return np.concatenate([array if np.ndim(array) > 1 else np.reshape(array, (-1, 1)) for array in tup], axis=1)


@composition(np.block)
def block(arrays: Any) -> Any:
    """Nested lists of blocks, put together: the innermost along the last axis."""
    levels = depth(arrays)
    return assembled(arrays, levels, max(levels, largest_ndim(arrays)))


def depth(blocks: Any) -> int:
    """Return how deep lists are nested."""
    return 1 + depth(blocks[0]) if isinstance(blocks, list) else 0


def largest_ndim(blocks: Any) -> int:
    """Return the largest number of axes of any block."""
    return max(map(largest_ndim, blocks)) if isinstance(blocks, list) else np.ndim(blocks)


def assembled(blocks: Any, level: int, ndim: int) -> Any:
    """Join the blocks of a list of this depth along the axis of that depth, counted from the end."""
    if isinstance(blocks, list):
        return np.concatenate([assembled(one, level - 1, ndim) for one in blocks], axis=-level)
    return np.reshape(blocks, (1,) * (ndim - np.ndim(blocks)) + np.shape(blocks))


@composition(np.split)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Equal parts, or what lies between indices."""
    n = np.shape(ary)[axis]
    if isinstance(indices_or_sections, (int, np.integer)) and n % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return np.array_split(ary, indices_or_sections, axis)


@composition(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Parts that are as equal as possible, or what lies between indices."""
    places = np.array_split(np.arange(np.shape(ary)[axis]), indices_or_sections)
    axis = axis % np.ndim(ary)
    return [ary[(slice(None),) * axis + (slice(p[0], p[-1] + 1) if len(p) else slice(0),)] for p in places]


@composition(*known("unstack"))
def unstack(x: Any, /, *, axis: int = 0) -> tuple[Any, ...]:
    """The parts along an axis."""
    return tuple(np.moveaxis(x, axis, 0))


def at_least(ndim: int) -> Callable[..., Any]:
    """Return what gives arrays axes of size 1 in front, up to a number of axes."""

    def widen(*arrays: Any) -> Any:
        wide = [np.reshape(one, (1,) * (ndim - np.ndim(one)) + np.shape(one)) for one in arrays]
        return wide[0] if len(wide) == 1 else tuple(wide)

    return widen


composition(np.atleast_1d)(at_least(1))
composition(np.atleast_2d)(at_least(2))


@composition(np.broadcast_arrays)
def broadcast_arrays(*arrays: Any) -> tuple[Any, ...]:
    """All arrays in one shape."""
    shape = np.broadcast_shapes(*map(np.shape, arrays))
    return tuple(np.broadcast_to(array, shape) for array in arrays)


@composition(np.trace)
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """The sum of the diagonal."""
    return np.sum(np.diagonal(a, offset, axis1, axis2), axis=-1)


@composition(np.meshgrid)
def meshgrid(*xi: Any, indexing: str = "xy") -> tuple[Any, ...]:
    """The coordinates of a grid: each vector along an axis of its own, repeated along the others."""
    order = (1, 0, *range(2, len(xi))) if indexing == "xy" and len(xi) > 1 else range(len(xi))
    along = [np.reshape(x, [-1 if axis == place else 1 for axis in order]) for place, x in enumerate(xi)]
    return tuple(map(np.copy, np.broadcast_arrays(*along)))


@composition(np.diff)
def diff(a: Any, n: int = 1, axis: int = -1) -> Any:
    """``y_i = x_(i+1) - x_i``, n times."""
    for _ in range(n):
        last = np.moveaxis(a, axis, 0)
        a = np.moveaxis(last[1:] - last[:-1], 0, axis)
    return a


@composition(np.sort)
def sort(a: Any, axis: int = -1, kind: Any = None) -> Any:
    """``y = x in order``: each entry takes its gradient with it."""
    return np.take_along_axis(a, np.argsort(a, axis, kind), axis)


@composition(np.apply_along_axis)
def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any, **keywords: Any) -> Any:
    """``y = f of each vector along an axis; what f adds as axes stands in its place``."""
    last = np.moveaxis(arr, axis, -1)
    rows = [func1d(row, *args, **keywords) for row in np.reshape(last, (-1, np.shape(last)[-1]))]
    result = np.reshape(np.stack(rows), np.shape(last)[:-1] + np.shape(rows[0]))
    added = np.ndim(rows[0])
    axis = axis % np.ndim(arr)
    return np.moveaxis(result, range(np.ndim(result) - added, np.ndim(result)), range(axis, axis + added))


def moved(function: Callable[..., np.ndarray]) -> Rule:
    """Return the rule of a function that moves, repeats or drops entries, or puts zeros between them.

    Where they went is seen by moving the numbers 1, 2, ... in the same way: x_i gets the sum of g
    over the places that show its number.
    """

    def rule_of_moving(a: np.ndarray, *args: Any, **keywords: Any) -> tuple[np.ndarray, tuple[Pull]]:
        def pull(g: np.ndarray) -> np.ndarray:
            origin = function(np.arange(1, a.size + 1).reshape(a.shape), *args, **keywords)
            return np.bincount(origin.ravel(), g.ravel(), a.size + 1)[1:].reshape(a.shape)

        return function(a, *args, **keywords), (pull,)

    return rule_of_moving


MOVERS = "take take_along_axis repeat tile flip fliplr flipud roll rot90 tril triu diag diagflat diagonal delete"
for function in (*known(MOVERS), np.lib.stride_tricks.sliding_window_view):
    RULES[function] = moved(function)


@rule(np.pad)
def pad(array: np.ndarray, pad_width: Any, mode: str = "constant") -> tuple[np.ndarray, Pulls]:
    """``y = x with zeros, or repeated entries, around it``: x gets the sum of g over its repetitions."""
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        raise no_rule(f"np.pad with the mode {mode!r}")
    return moved(partial(np.pad, pad_width=pad_width, mode=mode))(array)
