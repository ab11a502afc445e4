"""Gradient rules of products: matmul and einsum; all others are written with these two."""

from __future__ import annotations

import math
import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from attn_course.autodiff.not_recorded import no_rule
from attn_course.autodiff.rules import Pull, composition, rule


@rule(np.matmul)
def matmul(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``Y = A B``: A gets G B^T, B gets A^T G.

    A vector is a matrix of one row (a) or of one column (b).
    """
    A = a[np.newaxis, :] if a.ndim == 1 else a
    B = b[:, np.newaxis] if b.ndim == 1 else b
    Y = product(A, B)
    y = np.squeeze(Y, axis=(-2,) * (a.ndim == 1) + (-1,) * (b.ndim == 1))[()]  # of two vectors, a number

    def for_a(g: np.ndarray) -> np.ndarray:
        gradient = product(g.reshape(Y.shape), np.swapaxes(B, -1, -2))
        return gradient[..., 0, :] if a.ndim == 1 else gradient

    def for_b(g: np.ndarray) -> np.ndarray:
        G = g.reshape(Y.shape)
        # where B is one matrix, one product of long matrices in the place of a sum of short ones
        gradient = rows(A).T @ rows(G) if B.ndim == 2 else np.swapaxes(A, -1, -2) @ G
        return gradient[..., 0] if b.ndim == 1 else gradient

    return y, (for_a, for_b)


def product(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return A B; a stack of matrices times one matrix is one product of a long matrix."""
    if B.ndim == 2 and A.ndim > 2:
        return (rows(A) @ B).reshape(*A.shape[:-1], B.shape[-1])
    return A @ B


def rows(A: np.ndarray) -> np.ndarray:
    """Return a stack of matrices as one long matrix."""
    return A.reshape(math.prod(A.shape[:-1]), A.shape[-1])


@rule(np.einsum)
def einsum(subscripts: str, *operands: np.ndarray, optimize: Any = False) -> tuple[np.ndarray, tuple[Pull | None, ...]]:
    """``Y = einsum("ij,jk->ik", A, B)``: A gets einsum("ik,jk->ij", G, B), and so on.

    The gradient of an operand is the einsum of g and the other operands, with the operand's own
    letters as the result. A letter that only the operand has was summed over alone: all its entries
    get the same. A letter that the operand has twice picks a diagonal: the rest gets 0.
    """
    if not isinstance(subscripts, str):
        raise no_rule("np.einsum without letters")
    operands = tuple(map(np.asarray, operands))
    y = np.einsum(subscripts, *operands, optimize=optimize)
    inputs, output = spelled_out(subscripts, operands)

    def pull_of(place: int) -> Pull:
        others = [*inputs[:place], *inputs[place + 1 :]]
        own = "".join(dict.fromkeys(inputs[place]))
        shared = "".join(letter for letter in own if letter in output or any(letter in one for one in others))

        def pull(g: np.ndarray) -> np.ndarray:
            factors = [*operands[:place], *operands[place + 1 :]]
            shares = np.asarray(np.einsum(f"{','.join([output, *others])}->{shared}", g, *factors, optimize=True))
            if shared == inputs[place]:
                return shares
            gradient = np.zeros(full_shape(inputs[place], inputs, operands), g.dtype)
            diagonal = np.einsum(f"{inputs[place]}->{own}", gradient)  # a view into it
            diagonal[...] = shares.reshape(
                [size if letter in shared else 1 for letter, size in zip(own, diagonal.shape, strict=True)]
            )
            return gradient

        return pull

    return y, (None, *map(pull_of, range(len(operands))))


def full_shape(letters: str, inputs: Sequence[str], operands: Sequence[np.ndarray]) -> tuple[int, ...]:
    """Return the sizes of letters, after broadcasting."""
    sizes: dict[str, int] = {}
    for term, operand in zip(inputs, operands, strict=True):
        for letter, size in zip(term, operand.shape, strict=True):
            sizes[letter] = max(size, sizes.get(letter, 1))
    return tuple(sizes[letter] for letter in letters)


def spelled_out(subscripts: str, operands: Sequence[np.ndarray]) -> tuple[list[str], str]:
    """Return the letters of each operand and of the result, with letters for an ellipsis."""
    terms, arrow, output = subscripts.replace(" ", "").partition("->")
    inputs = terms.split(",")
    if not arrow:  # letters that occur once, in the order of the alphabet, after the ellipsis
        once = sorted(letter for letter in set(terms) - set(",.") if terms.count(letter) == 1)
        output = ("..." if "..." in terms else "") + "".join(once)
    free = [letter for letter in string.ascii_letters if letter not in subscripts]
    hidden = [operand.ndim - len(term.replace("...", "")) for term, operand in zip(inputs, operands, strict=True)]
    spelled = [
        term.replace("...", "".join(free[-number:] if number else ""))
        for term, number in zip(inputs, hidden, strict=True)
    ]
    most = max((number for term, number in zip(inputs, hidden, strict=True) if "..." in term), default=0)
    return spelled, output.replace("...", "".join(free[-most:] if most else ""))


@composition(np.dot)
def dot(a: Any, b: Any) -> Any:
    """``y = sum over the last axis of a and the last but one of b``."""
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return np.multiply(a, b)
    if np.ndim(b) <= 2:
        return np.matmul(a, b)
    return np.tensordot(a, b, axes=(-1, -2))


@composition(np.vdot)
def vdot(a: Any, b: Any) -> Any:
    """``y = sum over all entries of both``."""
    return np.matmul(np.ravel(a), np.ravel(b))


@composition(np.inner)
def inner(a: Any, b: Any) -> Any:
    """``y = sum over the last axes of both``."""
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return np.multiply(a, b)
    return np.matmul(a, b) if np.ndim(b) == 1 else np.tensordot(a, b, axes=(-1, -1))


@composition(np.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """``y = sum over pairs of axes``: a matrix product of both, their axes in order and flattened."""
    if np.ndim(axes) == 0:
        axes = (list(range(np.ndim(a) - axes, np.ndim(a))), list(range(axes)))
    summed_a, summed_b = (
        [int(axis) % np.ndim(x) for axis in np.atleast_1d(of_x)] for x, of_x in zip((a, b), axes, strict=True)
    )
    kept_a = [axis for axis in range(np.ndim(a)) if axis not in summed_a]
    kept_b = [axis for axis in range(np.ndim(b)) if axis not in summed_b]
    if [np.shape(a)[axis] for axis in summed_a] != [np.shape(b)[axis] for axis in summed_b]:
        raise ValueError("shape-mismatch for sum: two axes that are summed together differ in size")
    n = int(np.prod([np.shape(a)[axis] for axis in summed_a]))
    A = np.reshape(np.transpose(a, kept_a + summed_a), (-1, n))
    B = np.reshape(np.transpose(b, summed_b + kept_b), (n, -1))
    shape = [np.shape(a)[axis] for axis in kept_a] + [np.shape(b)[axis] for axis in kept_b]
    return np.reshape(A @ B, shape)


@rule(np.vecdot)
def vecdot(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = sum of a_i b_i over the last axis``: a_i gets g b_i, b_i gets g a_i."""
    return np.vecdot(a, b), (lambda g: g[..., np.newaxis] * b, lambda g: g[..., np.newaxis] * a)


@composition(np.outer, np.linalg.outer)
def outer(a: Any, b: Any) -> Any:
    """``y_ij = a_i b_j``."""
    return np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1))
