"""Exact attention in memory that grows with n, not with its square.

The other way out of the quadratic cost: no link is left out and every score is computed, but only
one tile of the scores is there at a time. A softmax over all keys needs their largest score and the
sum of their exponentials; both can be kept as running values, and corrected whenever a tile brings
a larger score.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from jaxtyping import Bool, Float, Num

QUERIES, KEYS = 256, 512
"""The sides of a tile: its scores stay in a processor's cache between the steps that use them."""

Running = tuple[
    Float[np.ndarray, "... n_q 1"],  # each query's largest score so far
    Float[np.ndarray, "... n_q 1"],  # the sum of its exponentials so far, relative to the largest
    Float[np.ndarray, "... n_q d_v"],  # the sum of the values so far, each times its exponential
]


def online_softmax_attention(
    Q: Num[np.ndarray, "... n_q d_k"],
    K: Num[np.ndarray, "... n_k d_k"],
    V: Num[np.ndarray, "... n_k d_v"],
    mask: Bool[np.ndarray, "..."] | None = None,
    causal: bool = False,
) -> Float[np.ndarray, "... n_q d_v"]:
    """Attend to every key, tile by tile, and never hold all the scores.

    Parameters
    ----------
    Q : array of shape (..., n_q, d_k)
        Queries.
    K : array of shape (..., n_k, d_k)
        Keys.
    V : array of shape (..., n_k, d_v)
        Values, one for each key.
    mask : boolean array, broadcastable to (..., n_q, n_k), optional
        True where a query may attend to a key. Every query must see at least one key.
    causal : bool
        Whether the future is hidden, as `causal_mask` hides it, without an array for the mask.

    Returns
    -------
    array of shape (..., n_q, d_v)
        The output of `scaled_dot_product_attention`, in the unit of V; of single precision where
        the inputs are. Apart from it, the memory in use does not depend on n_q and n_k.

    Raises
    ------
    ValueError
        If the sizes of Q, K, V and mask do not fit together.

    References
    ----------
    Milakov and Gimelshein (2018), Online normalizer calculation for softmax, algorithm 3; Rabe and
    Staats (2021), Self-attention Does Not Need O(n^2) Memory; Dao et al. (2022), FlashAttention,
    algorithm 1.

    Examples
    --------
    >>> online_softmax_attention(np.zeros((1, 2)), np.ones((3, 2)), np.array([[0.0], [3.0], [9.0]]))
    array([[4.]])
    """
    n_q, n_k = Q.shape[-2], K.shape[-2]
    if n_k != V.shape[-2]:  # a tile of each would hide it
        raise ValueError(f"each key should have its value, but there are {n_k} keys and {V.shape[-2]} values")
    shape, precision = (*Q.shape[:-1], V.shape[-1]), np.result_type(Q, K, V, np.float16)  # no integers
    output = np.empty(shape, precision)
    pairs = None if mask is None else np.broadcast_to(mask, (*Q.shape[:-1], n_k))
    for rows in spans(n_q, QUERIES):
        queries = Q[..., rows, :] / math.sqrt(Q.shape[-1])
        running = nothing_seen(shape, rows, precision)
        last_seen = rows.stop + n_k - n_q if causal else n_k  # what comes later is hidden from all these queries
        for columns in spans(last_seen, KEYS):
            scores = queries @ np.swapaxes(K[..., columns, :], -1, -2)  # -> (..., at most QUERIES, at most KEYS)
            if pairs is not None:
                scores = np.where(pairs[..., rows, columns], scores, -np.inf)
            if causal and columns.stop > rows.start + n_k - n_q:
                scores = np.where(causal_tile(rows, columns, n_k - n_q), scores, -np.inf)
            running = fold_in(running, scores, V[..., columns, :])
        output[..., rows, :] = running[2] / running[1]
    return output


def spans(n: int, size: int) -> Iterator[slice]:
    """Cut the places from 0 to n - 1 into slices of at most this size."""
    return (slice(start, min(start + size, n)) for start in range(0, n, size))


def nothing_seen(shape: tuple[int, ...], rows: slice, precision: np.dtype) -> Running:
    """Return the running values of some rows of an output (..., n_q, d_v) before the first key.

    The largest score starts at the lowest finite number: from minus infinity no difference could be
    taken.
    """
    *leading, _, d_v = shape
    count = rows.stop - rows.start
    largest = np.full((*leading, count, 1), np.finfo(precision).min, precision)
    return largest, np.zeros_like(largest), np.zeros((*leading, count, d_v), precision)


def causal_tile(rows: slice, columns: slice, offset: int) -> Bool[np.ndarray, "n_rows n_columns"]:
    """Return one tile of the causal mask whose query i stands at place i + offset among the keys."""
    places = np.arange(rows.start, rows.stop)[:, np.newaxis] + offset
    return np.arange(columns.start, columns.stop) <= places


def fold_in(running: Running, scores: Float[np.ndarray, "... n_q n_k"], V: Num[np.ndarray, "... n_k d_v"]) -> Running:
    """Add the scores of some more keys, with their values, to the running values.

    Everything is relative to the largest score: when that rises by x, what was added before shrinks
    by the factor exp(-x).
    """
    largest, total, weighted = running
    now = np.maximum(largest, scores.max(axis=-1, keepdims=True))
    exponentials = np.exp(scores - now)
    shrink = np.exp(largest - now)
    return now, shrink * total + exponentials.sum(axis=-1, keepdims=True), shrink * weighted + exponentials @ V
