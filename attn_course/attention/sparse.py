"""Attention that looks at few places, and what that costs: the functions of Lab 7.

Shapes: ``...`` stands for any number of leading axes (a batch, heads), the same for queries, keys
and values. A mask is boolean, of shape (n, n), and True where a query may attend. A window w counts
neighbours on one side: query i sees the keys j with ``abs(i - j) <= w``. No function changes its
inputs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float, Int, Num

from attn_course.attention.scaled_dot_product import scaled_dot_product_attention

TOGETHER = 48
"""Queries that are answered together: fewer waste time on calls, more on scores that nobody needs."""


def distances(n: int) -> Int[np.ndarray, "n n"]:
    """Count how many places back each key lies, seen from each query: entry [i, j] is i - j."""
    return np.arange(n)[:, np.newaxis] - np.arange(n)  # (n, 1) - (n,) -> (n, n)


def expect_one_length(*arrays: Num[np.ndarray, "... n d"]) -> None:
    """Raise ValueError unless queries, keys and values are equally many: slices would hide that they are not."""
    lengths = [array.shape[-2] for array in arrays]
    if len(set(lengths)) > 1:
        raise ValueError(f"queries, keys and values should be equally many, but there are {lengths}")


def local_mask(n: int, window: int, causal: bool = False) -> Bool[np.ndarray, "n n"]:
    """Let each position see its neighbours.

    Parameters
    ----------
    n : int
        The number of positions.
    window : int
        How many places away a neighbour may be, at least 0; 0 leaves the position itself.
    causal : bool
        Whether the neighbours to the right, the future, are hidden.

    Returns
    -------
    boolean array of shape (n, n)
        True where ``abs(i - j) <= window``; causal: where ``i - window <= j <= i``. Away from the
        edges that is 2 window + 1 keys a query; causal, window + 1.

    References
    ----------
    Beltagy et al. (2020), Longformer, section 3.1 (sliding window; its w counts both sides).

    Examples
    --------
    >>> local_mask(4, 1).astype(int)
    array([[1, 1, 0, 0],
           [1, 1, 1, 0],
           [0, 1, 1, 1],
           [0, 0, 1, 1]])
    """
    back = distances(n)
    return (back >= (0 if causal else -window)) & (back <= window)


def strided_mask(n: int, stride: int) -> Bool[np.ndarray, "n n"]:
    """Let each position see itself and every stride-th position before it.

    Parameters
    ----------
    n : int
        The number of positions.
    stride : int
        The step back, at least 1; near the root of n, links and reach are in balance.

    Returns
    -------
    boolean array of shape (n, n)
        True where ``j <= i`` and i - j is a multiple of the stride.

    References
    ----------
    Child et al. (2019), Generating Long Sequences with Sparse Transformers, section 4.3: one of two
    heads of strided attention; the other is local.

    Examples
    --------
    >>> strided_mask(4, 2).astype(int)
    array([[1, 0, 0, 0],
           [0, 1, 0, 0],
           [1, 0, 1, 0],
           [0, 1, 0, 1]])
    """
    back = distances(n)
    return (back >= 0) & (back % stride == 0)


def log_sparse_mask(n: int) -> Bool[np.ndarray, "n n"]:
    """Let each position see itself and what lies 1, 2, 4, 8, ... places before it.

    Parameters
    ----------
    n : int
        The number of positions.

    Returns
    -------
    boolean array of shape (n, n)
        True where i - j is 0 or a power of two: about log2(n) keys a query.

    References
    ----------
    Li et al. (2019), Enhancing the Locality and Breaking the Memory Bottleneck of Transformer on
    Time Series Forecasting, section 4.2 (LogSparse).

    Examples
    --------
    >>> log_sparse_mask(5).astype(int)
    array([[1, 0, 0, 0, 0],
           [1, 1, 0, 0, 0],
           [1, 1, 1, 0, 0],
           [0, 1, 1, 1, 0],
           [1, 0, 1, 1, 1]])
    """
    back = distances(n)
    at_most_one_bit = back & (back - 1) == 0  # only 0 and powers of two have no bit in common with their predecessor
    return (back >= 0) & at_most_one_bit


def global_tokens_mask(n: int, window: int, global_positions: Sequence[int]) -> Bool[np.ndarray, "n n"]:
    """Let each position see its neighbours, and let a few see, and be seen by, everyone.

    Parameters
    ----------
    n : int
        The number of positions.
    window : int
        How many places away a neighbour may be, on both sides.
    global_positions : sequence of int
        Which positions see everyone and are seen by everyone; there may be none.

    Returns
    -------
    boolean array of shape (n, n)
        `local_mask`, with full rows and full columns at the global positions.

    Raises
    ------
    IndexError
        If there is no such position.

    References
    ----------
    Beltagy et al. (2020), Longformer, section 3.1 (global attention); Zaheer et al. (2020), Big
    Bird, section 2 (internal transformer construction, which adds random links).

    Examples
    --------
    >>> global_tokens_mask(4, 0, [1]).astype(int)
    array([[1, 1, 0, 0],
           [1, 1, 1, 1],
           [0, 1, 1, 0],
           [0, 1, 0, 1]])
    """
    positions = np.asarray(global_positions, dtype=int)
    mask = local_mask(n, window)
    mask[positions, :] = True
    mask[:, positions] = True
    return mask


def sliding_window_attention(
    Q: Num[np.ndarray, "... n d_k"],
    K: Num[np.ndarray, "... n d_k"],
    V: Num[np.ndarray, "... n d_v"],
    window: int,
    causal: bool = False,
) -> Float[np.ndarray, "... n d_v"]:
    """Attend to the neighbours only, and compute nothing for the others.

    Neighbouring queries see nearly the same keys. So they are answered in blocks: each block of
    queries with the one stretch of keys that any of them sees, under a small mask.

    Parameters
    ----------
    Q : array of shape (..., n, d_k)
        Queries.
    K : array of shape (..., n, d_k)
        Keys, as many as queries.
    V : array of shape (..., n, d_v)
        Values, one for each key.
    window : int
        How many places away a neighbour may be, at least 0.
    causal : bool
        Whether the neighbours to the right, the future, are hidden.

    Returns
    -------
    array of shape (..., n, d_v)
        The output of dense attention under `local_mask`, in the unit of V; no array larger than
        that and a few blocks is made on the way.

    Raises
    ------
    ValueError
        If the sizes of Q, K and V do not fit together.

    References
    ----------
    Beltagy et al. (2020), Longformer, section 3.1 and appendix A (attention in overlapping chunks).

    Examples
    --------
    >>> V = np.array([[0.0], [2.0], [4.0], [12.0]])
    >>> sliding_window_attention(np.zeros((4, 1)), np.zeros((4, 1)), V, window=1)
    array([[1.],
           [2.],
           [6.],
           [8.]])
    """
    expect_one_length(Q, K, V)
    n = Q.shape[-2]
    left = min(window, n)  # a wider window sees no more
    right = 0 if causal else left
    back = left + np.arange(TOGETHER)[:, np.newaxis] - np.arange(left + TOGETHER + right)
    band = (back >= -right) & (back <= left)  # (TOGETHER, left + TOGETHER + right), the same for every block
    outputs = []
    for start in range(0, n, TOGETHER):
        stop = min(start + TOGETHER, n)
        first, last = max(start - left, 0), min(stop + right, n)  # what any of these queries sees
        mask = band[: stop - start, first - start + left : last - start + left]
        near = K[..., first:last, :], V[..., first:last, :]
        outputs.append(scaled_dot_product_attention(Q[..., start:stop, :], *near, mask)[0])
    return np.concatenate(outputs, axis=-2)  # blocks (..., TOGETHER, d_v) -> (..., n, d_v)


def block_local_attention(
    Q: Num[np.ndarray, "... n d_k"],
    K: Num[np.ndarray, "... n d_k"],
    V: Num[np.ndarray, "... n d_v"],
    block_size: int,
) -> Float[np.ndarray, "... n d_v"]:
    """Cut the sequence into blocks; each attends within itself.

    Parameters
    ----------
    Q : array of shape (..., n, d_k)
        Queries.
    K : array of shape (..., n, d_k)
        Keys, as many as queries.
    V : array of shape (..., n, d_v)
        Values, one for each key.
    block_size : int
        The number of neighbours in a block, at least 1; what is left at the end is a shorter block.

    Returns
    -------
    array of shape (..., n, d_v)
        Query i's average over the values of its block, those j with ``j // block_size ==
        i // block_size``, in the unit of V.

    Raises
    ------
    ValueError
        If the sizes of Q, K and V do not fit together.

    References
    ----------
    Qiu et al. (2019), Blockwise Self-Attention for Long Document Understanding, section 3.1 (the
    diagonal blocks).

    Examples
    --------
    >>> V = np.array([[0.0], [2.0], [4.0], [12.0], [7.0]])
    >>> block_local_attention(np.zeros((5, 1)), np.zeros((5, 1)), V, block_size=2)
    array([[1.],
           [1.],
           [8.],
           [8.],
           [7.]])
    """
    expect_one_length(Q, K, V)
    n = Q.shape[-2]
    count, whole = n // block_size, n - n % block_size

    def in_blocks(X: Num[np.ndarray, "... n d"]) -> Num[np.ndarray, "... count block_size d"]:
        return X[..., :whole, :].reshape(*X.shape[:-2], count, block_size, X.shape[-1])

    blocks, _ = scaled_dot_product_attention(in_blocks(Q), in_blocks(K), in_blocks(V))
    output = blocks.reshape(*Q.shape[:-2], whole, V.shape[-1])  # (..., count, block_size, d_v) -> (..., whole, d_v)
    if whole == n:
        return output
    rest, _ = scaled_dot_product_attention(Q[..., whole:, :], K[..., whole:, :], V[..., whole:, :])
    return np.concatenate([output, rest], axis=-2)


def receptive_field(mask: Bool[np.ndarray, "n n"], num_layers: int) -> Bool[np.ndarray, "n n"]:
    """Follow the links layer by layer: what can an output depend on?

    Each layer adds its attention to its input (a residual connection), so a position keeps what it
    had and gains what the positions that it sees had.

    Parameters
    ----------
    mask : boolean array of shape (n, n)
        True where a query may attend to a key, the same in every layer.
    num_layers : int
        The number of layers, at least 0.

    Returns
    -------
    boolean array of shape (n, n)
        True where output i can depend on input j after that many layers; the identity for 0 layers.

    References
    ----------
    Beltagy et al. (2020), Longformer, section 3.1 (the field of stacked windows); Zaheer et al.
    (2020), Big Bird, section 2 (attention as a graph).

    Examples
    --------
    >>> receptive_field(local_mask(5, 1, causal=True), num_layers=2).astype(int)
    array([[1, 0, 0, 0, 0],
           [1, 1, 0, 0, 0],
           [1, 1, 1, 0, 0],
           [0, 1, 1, 1, 0],
           [0, 0, 1, 1, 1]])
    """
    field = np.eye(len(mask), dtype=bool)
    layer = field | mask
    for _ in range(num_layers):
        field = layer @ field  # of booleans: True where some k has both layer[i, k] and field[k, j]
    return field


def growth_exponent(ns: Num[np.ndarray, "m"], costs: Num[np.ndarray, "m"]) -> float:
    """Measure with which power of n a cost grows.

    A cost of ``c n^p`` is a straight line of slope p once both axes are logarithmic.

    Parameters
    ----------
    ns : array of shape (m,)
        Sizes, positive, at least two different ones.
    costs : array of shape (m,)
        What each size costs, positive, in any unit: seconds, bytes, links.

    Returns
    -------
    float
        The slope of the least-squares line of log cost against log n.

    Raises
    ------
    ValueError
        If ns and costs differ in length.

    Examples
    --------
    >>> round(growth_exponent(np.array([10, 20, 40]), np.array([3, 12, 48])), 6)
    2.0
    """
    x, y = np.log(ns), np.log(costs)
    centred = x - x.mean()
    return float(centred @ (y - y.mean()) / (centred @ centred))
