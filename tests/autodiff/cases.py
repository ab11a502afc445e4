"""A call of every function that has a rule: what NumPy it is called of, then arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from oracles import Function

from attn_course.autodiff.rules import known

Shape = tuple[int, ...]
windows = np.lib.stride_tricks.sliding_window_view
MASK = np.array([[True, False, True], [False, True, True]])


class Case(NamedTuple):
    """A function that calls NumPy's `of`; whether HIPS autograd has it, too."""

    of: str
    function: Function
    shapes: tuple[Shape, ...]
    in_autograd: bool = True


def case(of: str, function: Function, *shapes: Shape, in_autograd: bool = True) -> Case:
    """Return a case."""
    return Case(of, function, shapes, in_autograd)


def unary(names: str, inner: Function = lambda np, x: x, in_autograd: bool = True) -> list[Case]:
    """Return cases of functions of one argument, of what an inner function makes of x."""
    return [
        case(name, lambda np, x, name=name: getattr(np, name)(inner(np, x)), (2, 3), in_autograd=in_autograd)
        for name in names.split()
        if hasattr(np, name)
    ]


ELEMENTWISE = [
    *unary("exp exp2 expm1 square sin cos tan arctan sinh cosh tanh absolute fabs negative reciprocal"),
    *unary("log log2 log10 log1p sqrt", lambda np, x: x * x + 0.1),
    *unary("cbrt positive", in_autograd=False),
    case("add", lambda np, a, b: a + b, (2, 3), (3,)),
    case("subtract", lambda np, a, b: a - b, (2, 1), (2, 3)),
    case("multiply", lambda np, a, b: a * b, (2, 3), ()),
    case("multiply", lambda np, a: a * a, (2, 3)),
    case("divide", lambda np, a, b: a / b, (4, 2, 3), (2, 1)),
    case("divide", lambda np, a: 1 / a, (3,)),
    case("power", lambda np, a, b: np.power(np.abs(a), b), (2, 3), (3,)),
    case("power", lambda np, a: a**3, (2, 3)),
    case("power", lambda np, a: a**2, (2, 3)),
    case("power", lambda np, a: 2.0**a, (2, 3)),
    case("power", lambda np, a: a ** np.array([0, 1, 2]), (2, 3), in_autograd=False),
    case("float_power", lambda np, a: np.float_power(a, 2.0), (2, 3), in_autograd=False),
    case("maximum", lambda np, a, b: np.maximum(a, b), (2, 3), (3,)),
    case("maximum", lambda np, a: np.maximum(a, 0), (2, 3)),
    case("minimum", lambda np, a, b: np.minimum(a, b), (2, 3), (2, 1)),
    case("logaddexp", lambda np, a, b: np.logaddexp(a, b), (2, 3), (3,)),
    case("hypot", lambda np, a, b: np.hypot(a, b), (2, 3), (3,), in_autograd=False),
    case("where", lambda np, a, b: np.where(MASK, a, b), (2, 3), (3,), in_autograd=False),
    case("where", lambda np, a, b: np.where(MASK, a, b), (2, 3), (2, 3)),
    case("where", lambda np, a: np.where(MASK, a, -9), (2, 3)),
    case("where", lambda np, a, b: np.where(MASK, a, [b, b * b]), (2, 3), (3,), in_autograd=False),
    case("where", lambda np, a, b: np.where([True, False, True], a, b), (2, 3), (3,), in_autograd=False),
    case("maximum", lambda np, a: np.maximum([0.5, 0, 2], a), (2, 3), in_autograd=False),
    case("minimum", lambda np, a, b: np.minimum([b, 0 * b], a), (2, 2), (), in_autograd=False),
    case("nan_to_num", lambda np, a: np.nan_to_num(a), (2, 3)),
    case("clip", lambda np, a: np.clip(a, -0.5, 0.5), (2, 3)),
    case("clip", lambda np, a: np.clip(a, 0, None), (2, 3), in_autograd=False),
    case("clip", lambda np, a, b: np.clip(a, None, b), (2, 3), (3,), in_autograd=False),
    case("copy", lambda np, a: np.copy(a), (2, 3), in_autograd=False),
    case("select", lambda np, a, b: np.select([MASK, ~MASK], [a, b]), (2, 3), (2, 3)),
    case("choose", lambda np, a, b: np.choose(MASK.astype(int), [a, b]), (2, 3), (2, 3), in_autograd=False),
    case("choose", lambda np, a: np.choose([0, 0], [a]), (), in_autograd=False),
]

REDUCTIONS = [
    case("sum", lambda np, a: np.sum(a, axis=(0, -1)), (2, 3, 4)),
    case("sum", lambda np, a: np.sum(a, axis=1, keepdims=True), (2, 3, 4)),
    case("sum", lambda np, a: np.sum(a, axis=-1, where=MASK, initial=2), (2, 3), in_autograd=False),
    case("max", lambda np, a: np.max(a, axis=1, keepdims=True), (2, 3, 4)),
    case("max", lambda np, a: np.max(a), (2, 3)),
    case("max", lambda np, a: np.max(a, -1, where=MASK, initial=-9), (2, 3), in_autograd=False),
    case("max", lambda np, a: np.max(a, -1, initial=0.7), (2, 3), in_autograd=False),
    case("amax", lambda np, a: np.amax(a, axis=0), (2, 3)),
    case("min", lambda np, a: np.min(a, axis=(0, 2)), (2, 3, 4)),
    case("amin", lambda np, a: np.amin(a, -1, where=MASK, initial=9), (2, 3), in_autograd=False),
    case("mean", lambda np, a: np.mean(a, axis=-1, keepdims=True), (2, 3)),
    case("mean", lambda np, a: np.mean(a), (2, 3)),
    case("var", lambda np, a: np.var(a, axis=0), (4, 3)),
    case("var", lambda np, a: np.var(a, axis=-1, ddof=1, keepdims=True), (4, 3)),
    case("std", lambda np, a: np.std(a, axis=(0, 1)), (4, 3, 2)),
    case("average", lambda np, a, w: np.average(a, axis=1, weights=w * w), (2, 3), (2, 3), in_autograd=False),
    case("average", lambda np, a, w: np.average(a, 0, w * w), (2, 3), (2,), in_autograd=False),
    case("average", lambda np, a: np.average(a, 0), (2, 3), in_autograd=False),
    case("cumsum", lambda np, a: np.cumsum(a, axis=1), (2, 3, 2)),
    case("cumsum", lambda np, a: np.cumsum(a), (2, 3)),
    case("linalg.norm", lambda np, a: np.linalg.norm(a, axis=-1, keepdims=True), (2, 3), in_autograd=False),
    case("linalg.norm", lambda np, a: np.linalg.norm(a), (2, 3)),
    case("linalg.norm", lambda np, a: np.linalg.norm(a, 1, axis=0), (2, 3), in_autograd=False),
]
REDUCTIONS += [
    case(f"linalg.{name}", lambda np, a, name=name: getattr(np.linalg, name)(a), (2, 3), in_autograd=False)
    for name in ("vector_norm", "matrix_norm")
    if hasattr(np.linalg, name)
]

METHODS_OF_UFUNCS = [
    case("sum", lambda np, a: np.add.reduce(a), (2, 3), in_autograd=False),
    case("max", lambda np, a: np.maximum.reduce(a, axis=-1, keepdims=True), (2, 3), in_autograd=False),
    case("min", lambda np, a: np.minimum.reduce(a, axis=(0, 1)), (2, 3), in_autograd=False),
    case("logaddexp", lambda np, a: np.logaddexp.reduce(a, axis=-1, keepdims=True), (2, 3), in_autograd=False),
    case("logaddexp", lambda np, a: np.logaddexp.reduce(a, axis=-1, where=MASK), (2, 3), in_autograd=False),
    case("logaddexp", lambda np, a: np.logaddexp.reduce(a), (2, 3), in_autograd=False),
    case("hypot", lambda np, a: np.hypot.reduce(a, axis=1), (2, 3), in_autograd=False),
    case("cumsum", lambda np, a: np.add.accumulate(a), (2, 3), in_autograd=False),
    case("subtract", lambda np, a, b: np.subtract.outer(a, b), (2, 3), (4,), in_autograd=False),
    case("multiply", lambda np, a: np.multiply.outer(a, [1.0, 2.0]), (2, 3), in_autograd=False),
    case("log", lambda np, a: np.log(a, where=a > 0, out=np.zeros_like(a)), (2, 3), in_autograd=False),
    case("divide", lambda np, a, b: np.divide(a, b, out=1.0 * a, where=b > 0), (2, 3), (3,), in_autograd=False),
]

PRODUCTS = [
    case("matmul", lambda np, a, b: a @ b, (3,), (3,)),
    case("matmul", lambda np, a, b: a @ b, (2, 3), (3,)),
    case("matmul", lambda np, a: a @ [1.0, 2.0, 3.0], (2, 3), in_autograd=False),
    case("matmul", lambda np, a, b: a @ b, (3,), (4, 3, 2)),
    case("matmul", lambda np, a, b: np.matmul(a, b), (5, 2, 3), (3, 4)),
    case("matmul", lambda np, a, b: a @ b, (5, 2, 3), (5, 3, 4)),
    case("matmul", lambda np, a, b: a @ b, (2, 1, 2, 3), (5, 3, 2)),
    case("dot", lambda np, a, b: np.dot(a, b), (2, 3), (3, 4)),
    case("dot", lambda np, a, b: np.dot(a, b), (2, 3), (4, 3, 2)),
    case("dot", lambda np, a, b: np.dot(a, b), (2, 3), ()),
    case("vdot", lambda np, a, b: np.vdot(a, b), (2, 3), (2, 3), in_autograd=False),
    case("inner", lambda np, a, b: np.inner(a, b), (2, 3), (4, 3)),
    case("inner", lambda np, a, b: np.inner(a, b), (3,), ()),
    case("tensordot", lambda np, a, b: np.tensordot(a, b, axes=([1, 0], [0, 2])), (2, 3, 4), (3, 5, 2)),
    case("tensordot", lambda np, a, b: np.tensordot(a, b), (4, 2, 3), (2, 3)),
    case("tensordot", lambda np, a, b: np.tensordot(a, b, 0), (2,), (3,), in_autograd=False),
    case("tensordot", lambda np, a, b: np.tensordot(a, b, np.int64(1)), (2, 3), (3,), in_autograd=False),
    case("outer", lambda np, a, b: np.outer(a, b), (2,), (3,)),
    case("einsum", lambda np, a, b: np.einsum("...qd,...kd->...qk", a, b), (2, 3, 4), (2, 5, 4)),
    case("einsum", lambda np, a, b: np.einsum("...qd,...kd", a, b), (2, 3, 4), (5, 4), in_autograd=False),
    case(
        "einsum",
        lambda np, a, b, c: np.einsum("hqk,hkd,hde->qe", a, b, c, optimize=True),
        (2, 3, 4),
        (2, 4, 2),
        (2, 2, 5),
    ),
    case("einsum", lambda np, a: np.einsum("ij->j", a), (2, 3)),
    case("einsum", lambda np, a: np.einsum(",ij,j->i", 2.0, a, [1, 2, 3]), (2, 3), in_autograd=False),
    case("einsum", lambda np, a: np.einsum("bii->bi", a), (2, 3, 3), in_autograd=False),
    case("einsum", lambda np, a: np.einsum("ii", a), (3, 3), in_autograd=False),
    case("einsum", lambda np, a: np.einsum("ba", a), (2, 3)),
    case("einsum", lambda np, a, b: np.einsum("ij,jk->", a, b), (2, 3), (3, 4)),
    case("einsum", lambda np, a, b: np.einsum("ij,ij->ij", a, b), (1, 3), (2, 3), in_autograd=False),
    case("einsum", lambda np, a: np.einsum("ij,ij->i", a, a), (2, 3)),
    case("vecdot", lambda np, a, b: np.vecdot(a, b), (2, 3), (4, 1, 3), in_autograd=False),
]

SHAPES = [
    case("reshape", lambda np, a: np.reshape(a, (-1, 2)), (2, 3, 4)),
    case("reshape", lambda np, a: a.reshape(4, -1), (2, 2, 3)),
    case("ravel", lambda np, a: np.ravel(a), (2, 3)),
    case("ravel", lambda np, a: a.flatten(), (2, 3)),
    case("squeeze", lambda np, a: np.squeeze(a, axis=1), (2, 1, 3, 1)),
    case("expand_dims", lambda np, a: np.expand_dims(a, (0, -1)), (2, 3), in_autograd=False),
    case("transpose", lambda np, a: np.transpose(a, (1, -1, 0)), (2, 3, 4), in_autograd=False),
    case("transpose", lambda np, a: a.transpose(2, 0, 1), (2, 3, 4), in_autograd=False),
    case("transpose", lambda np, a: a.T, (2, 3, 4)),
    case("swapaxes", lambda np, a: np.swapaxes(a, 0, -1), (2, 3, 4)),
    case("moveaxis", lambda np, a: np.moveaxis(a, (0, 1), (-1, 0)), (2, 3, 4), in_autograd=False),
    case("moveaxis", lambda np, a: np.moveaxis(a, -3, -2), (2, 3, 4)),
    case("matrix_transpose", lambda np, a: np.matrix_transpose(a), (2, 3, 4), in_autograd=False),
    case("matrix_transpose", lambda np, a: a.mT, (2, 3, 4), in_autograd=False),
    case("broadcast_to", lambda np, a: np.broadcast_to(a, (2, 3)), (2, 1)),
    case("broadcast_to", lambda np, a: np.broadcast_to(a, (4, 2, 3)), (2, 1), in_autograd=False),
    case("concatenate", lambda np, a, b: np.concatenate([a, b], axis=-1), (2, 3), (2, 1)),
    case("concatenate", lambda np, a, b: np.concatenate((a, np.ones((1, 3)), b, a)), (2, 3), (1, 3)),
    case("concatenate", lambda np, a, b: np.concatenate([a, b], axis=None), (2, 3), (2,), in_autograd=False),
    case("concatenate", lambda np, a: np.concatenate(a, axis=1), (2, 3, 4), in_autograd=False),
    case("append", lambda np, a, b: np.append(a, b, axis=-1), (2, 3), (2, 1)),
    case("append", lambda np, a: np.append(a, [1.0, 2.0]), (2, 3), in_autograd=False),
    case("stack", lambda np, a, b: np.stack([a, b, a], axis=-2), (2, 3), (2, 3)),
    case("stack", lambda np, a: np.stack(a, axis=1), (2, 3), in_autograd=False),
    case("vstack", lambda np, a, b: np.vstack([a, b]), (2, 3), (3,)),
    case("hstack", lambda np, a, b: np.hstack([a, b]), (2, 3), (2, 1)),
    case("hstack", lambda np, a, b: np.hstack([a, b]), (2,), (3,)),
    case("column_stack", lambda np, a, b: np.column_stack([a, b]), (2,), (2, 3), in_autograd=False),
    case("block", lambda np, a, b: np.block([[a, b], [b, a]]), (2, 3), (2, 3), in_autograd=False),
    case("block", lambda np, a, b: np.block([a, b]), (2, 3), (2, 1), in_autograd=False),
    case("split", lambda np, a: np.split(a, 2, axis=-1)[1], (2, 4), in_autograd=False),
    case("split", lambda np, a: np.split(a, [1, 3], axis=1)[1], (2, 4)),
    case("array_split", lambda np, a: np.array_split(a, 3)[0], (5, 2)),
    case("array_split", lambda np, a: np.concatenate(np.array_split(a, 3, axis=-1)[::-1], axis=-1), (2, 5)),
    *[case("unstack", lambda np, a: np.unstack(a, axis=1)[2], (2, 3, 4), in_autograd=False) for _ in known("unstack")],
    case("atleast_1d", lambda np, a: np.atleast_1d(a), ()),
    case("atleast_2d", lambda np, a: np.atleast_2d(a), (3,)),
    case("broadcast_arrays", lambda np, a, b: np.broadcast_arrays(a, b)[0], (2, 1), (3,), in_autograd=False),
    case("meshgrid", lambda np, a, b: np.meshgrid(a, b)[0] * np.meshgrid(a, b)[1], (2,), (3,), in_autograd=False),
    case("meshgrid", lambda np, a, b: np.meshgrid(a, b, indexing="ij")[1], (2,), (3,), in_autograd=False),
    case("trace", lambda np, a: np.trace(a, axis1=-2, axis2=-1), (2, 3, 3), in_autograd=False),
    case("diff", lambda np, a: np.diff(a, n=2, axis=0), (4, 2)),
    case("sort", lambda np, a: np.sort(a, axis=0), (4, 2), in_autograd=False),
    case(
        "apply_along_axis",
        lambda np, a: np.apply_along_axis(lambda row: row / np.sum(row), 0, a),
        (3, 2),
        in_autograd=False,
    ),
    case(
        "apply_along_axis",
        lambda np, a: np.apply_along_axis(lambda row: np.outer(row, row), 1, a),
        (2, 3, 2),
        in_autograd=False,
    ),
    case("apply_along_axis", lambda np, a: np.apply_along_axis(np.sum, -1, a), (2, 3), in_autograd=False),
    case("take", lambda np, a: np.take(a, [0, 2, 0], axis=1), (2, 3), in_autograd=False),
    case(
        "take_along_axis",
        lambda np, a: np.take_along_axis(a, np.array([[2, 0, 2], [1, 1, 1]]), 1),
        (2, 3),
        in_autograd=False,
    ),
    case("repeat", lambda np, a: np.repeat(a, 2, axis=1), (2, 3)),
    case("tile", lambda np, a: np.tile(a, (2, 1, 3)), (2, 3)),
    case("flip", lambda np, a: np.flip(a, 1), (2, 3), in_autograd=False),
    case("fliplr", lambda np, a: np.fliplr(a), (2, 3)),
    case("flipud", lambda np, a: np.flipud(a), (2, 3)),
    case("roll", lambda np, a: np.roll(a, 2, axis=0), (3, 2)),
    case("rot90", lambda np, a: np.rot90(a), (3, 2)),
    case("tril", lambda np, a: np.tril(a, -1), (2, 3, 3)),
    case("triu", lambda np, a: np.triu(a), (3, 2)),
    case("diag", lambda np, a: np.diag(a), (3,)),
    case("diag", lambda np, a: np.diag(a, 1), (3, 3)),
    case("diagflat", lambda np, a: np.diagflat(a), (3,), in_autograd=False),
    case("diagonal", lambda np, a: np.diagonal(a, axis1=-2, axis2=-1), (2, 3, 3), in_autograd=False),
    case("delete", lambda np, a: np.delete(a, 1, axis=0), (3, 2), in_autograd=False),
    case("lib.stride_tricks.sliding_window_view", lambda np, a: windows(a, 2, axis=0), (4, 2), in_autograd=False),
    case("pad", lambda np, a: np.pad(a, ((1, 0), (2, 1))), (2, 3), in_autograd=False),
    case("pad", lambda np, a: np.pad(a, 1, mode="edge"), (2, 3), in_autograd=False),
    case("astype", lambda np, a: a.astype(float), (2, 3)),
]

INDEXED = [
    case("getitem", lambda np, a: a[1], (2, 3)),
    case("getitem", lambda np, a: a[:, ::-2], (2, 3)),
    case("getitem", lambda np, a: a[..., None, 1:], (2, 3)),
    case("getitem", lambda np, a: a[MASK], (2, 3)),
    case("getitem", lambda np, a: a[[1, 1, 0]], (2, 3)),
    case("getitem", lambda np, a: a[np.array([[1, 0], [1, 1]])], (2, 3)),
    case("getitem", lambda np, a: a[:, [0, 0]] + a[:, [2, 1]], (2, 3)),
    case("getitem", lambda np, a: a[np.arange(2), np.array([2, 2])], (2, 3)),
    case("getitem", lambda np, a: sum(row * i for i, row in enumerate(a)), (2, 3)),
]


def changed(change: Any) -> Function:
    """Return a function that changes a copy of its first argument in place."""

    def function(np: Any, a: Any, *others: Any) -> Any:
        y = a * 1.0
        change(y, *others)
        return y * a

    return function


def row_by_row(y: Any) -> None:
    for row in y:
        row /= np.sum(row * row)


def through_a_view(y: Any, b: Any) -> None:
    part = y[1]
    part[0] = 2.0 * b
    part[1] += part[0]


def exponential_in_place(y: Any) -> None:
    np.exp(y, out=y)


def all_operators(y: Any, b: Any) -> None:
    y += b
    y *= y
    y -= 1
    y /= b


IN_PLACE = [
    case("setitem", changed(all_operators), (2, 3), (3,)),
    case("setitem", changed(exponential_in_place), (2, 3)),
    case("setitem", changed(row_by_row), (2, 3)),
    case("setitem", changed(through_a_view), (2, 3), ()),
    case("setitem", changed(lambda y, b: y.__setitem__(1, b)), (2, 3), (3,)),
    case("setitem", changed(lambda y, b: y.__setitem__(MASK, -b)), (2, 3), ()),
    case("setitem", changed(lambda y, b: y.__setitem__((slice(None), [0, 2]), b)), (2, 3), (2, 2)),
    case("setitem", changed(lambda y, b: y.__setitem__([0, 0], b)), (2, 3), (2, 3)),  # the last one counts
    case("setitem", changed(lambda y, b: y.__setitem__((..., 0), [b, b * b])), (2, 3), ()),
    case("putmask", changed(lambda y: np.putmask(y, MASK, -5.0)), (2, 3)),
    case("copyto", changed(lambda y, b: np.copyto(y, b, where=MASK)), (2, 3), (3,)),
    case("fill_diagonal", changed(lambda y, b: np.fill_diagonal(y, b)), (3, 3), ()),
    case("zeros_like", lambda np, a, b: filled(np.zeros_like(a), b), (2, 3), (3,)),
    case("empty_like", lambda np, a, b: filled(np.empty_like(a), b), (2, 3), (3,)),
    case("ones_like", lambda np, a, b: filled(np.ones_like(a), b), (2, 3), (3,)),
    case("full_like", lambda np, a, b: np.full_like(a, b) * a, (2, 3), ()),
]


def filled(array: Any, b: Any) -> Any:
    array[0] = b
    array[1] = b * b
    return array


CASES = [*ELEMENTWISE, *REDUCTIONS, *PRODUCTS, *SHAPES, *INDEXED]
ALL = [*CASES, *METHODS_OF_UFUNCS, *[one._replace(in_autograd=False) for one in IN_PLACE]]
