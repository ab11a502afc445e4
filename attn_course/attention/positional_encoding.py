"""Positional encodings: the functions of Lab 3.

Attention does not see the order of its keys. Five ways to tell it: a vector for each position, added
to the inputs (sines and cosines, or a learned table); a bias for each distance, added to the scores
(a learned table, or a straight line); a rotation of queries and keys. Positions are counted from 0.
Integer inputs give float results; no function changes its inputs.
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int, Num


def positional_encoding(seq_length: int, d_model: int) -> Float[np.ndarray, "seq_length d_model"]:
    """Give each position a vector of sines and cosines, from fast ones to slow ones.

    Parameters
    ----------
    seq_length : int
        Number of positions.
    d_model : int
        Number of features; if it is odd, there is one sine more than there are cosines.

    Returns
    -------
    array of shape (seq_length, d_model)
        Between -1 and 1, without a unit: column 2i is ``sin(pos / 10000^(2i/d_model))``, column
        2i + 1 the cosine of the same angle (in radians).

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.5.

    Examples
    --------
    >>> positional_encoding(2, 4).round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.01  , 1.    ]])
    """
    positions = np.arange(seq_length)[:, np.newaxis]  # (n,) -> (n, 1)
    angles = positions * pair_frequencies(d_model)  # (n, 1) * (ceil(d/2),) -> (n, ceil(d/2))
    encoding = np.empty((seq_length, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])  # an odd d has no cosine for its last angle
    return encoding


def pair_frequencies(d: int, base: float = 10000.0) -> Float[np.ndarray, "n_pairs"]:
    """Return the frequencies ``base^(-2i/d)`` of the pairs i = 0, 1, ... of d features.

    Parameters
    ----------
    d : int
        Number of features; an odd one leaves a feature that has a frequency to itself.
    base : float
        The larger, the slower the slow pairs; positive.

    Returns
    -------
    array of shape (ceil(d/2),)
        In radians per position, from 1 downwards.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.5.

    Examples
    --------
    >>> pair_frequencies(4)
    array([1.  , 0.01])
    """
    exponents = np.arange(0, d, 2) / d  # (ceil(d/2),)
    return np.asarray(base**-exponents)


def add_positions(
    x: Num[np.ndarray, "... n d"], encoding: Num[np.ndarray, "max_length d"]
) -> Float[np.ndarray, "... n d"]:
    """Add to each token the vector of its position.

    Parameters
    ----------
    x : array of shape (..., n, d)
        Tokens, one a row; position 0 is the first row of each sample.
    encoding : array of shape (max_length, d)
        The vectors of all positions, computed or learned; only the first n are used.

    Returns
    -------
    array of shape (..., n, d)
        Tokens that know their position, in the unit of x.

    Raises
    ------
    ValueError
        If there are more tokens than positions.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.5; with a learned table: Gehring et al.
    (2017), Convolutional Sequence to Sequence Learning, section 3.1.

    Examples
    --------
    >>> add_positions(np.zeros((1, 2)), np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[1., 2.]])
    """
    n, max_length = x.shape[-2], encoding.shape[0]
    if n > max_length:
        raise ValueError(f"{n} tokens, but the encoding has only {max_length} positions")
    return x + 1.0 * encoding[:n]  # (..., n, d) + (n, d) -> (..., n, d)


def shift_matrix(offset: int, d_model: int) -> Float[np.ndarray, "d_model d_model"]:
    """Return the matrix that moves every position's encoding by an offset.

    By the angle sum identities, each pair (sine, cosine) is turned by an angle that depends on the
    offset alone. So what is k places away is one linear map away, wherever one stands.

    Parameters
    ----------
    offset : int
        How far to move, in positions; negative is backwards.
    d_model : int
        Number of features, even.

    Returns
    -------
    array of shape (d_model, d_model)
        M with ``encoding[pos + offset] = M @ encoding[pos]`` for every position: 2 x 2 blocks
        ``[[cos, sin], [-sin, cos]]`` on the diagonal, 0 elsewhere.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.5 (the claim that there is such a map).

    Examples
    --------
    >>> shift_matrix(1, 2).round(4)
    array([[ 0.5403,  0.8415],
           [-0.8415,  0.5403]])
    """
    angles = offset * pair_frequencies(d_model)  # (d/2,)
    sines, cosines = np.arange(0, d_model, 2), np.arange(1, d_model, 2)  # the columns of each
    matrix = np.zeros((d_model, d_model))
    matrix[sines, sines] = matrix[cosines, cosines] = np.cos(angles)
    matrix[sines, cosines] = np.sin(angles)
    matrix[cosines, sines] = -np.sin(angles)
    return matrix


def relative_position_bias(table: Num[np.ndarray, "n_distances"], n_q: int, n_k: int) -> Float[np.ndarray, "n_q n_k"]:
    """Look up one number for each signed distance from a query to a key, to be added to their score.

    Parameters
    ----------
    table : array of shape (2m + 1,)
        Biases of the distances -m to m, in the unit of the scores; beyond m, the ends serve.
    n_q, n_k : int
        Numbers of queries and of keys; both are counted from position 0.

    Returns
    -------
    array of shape (n_q, n_k)
        Entry [i, j] is ``table[clip(j - i, -m, m) + m]``.

    References
    ----------
    Shaw, Uszkoreit and Vaswani (2018), Self-Attention with Relative Position Representations,
    section 3.2 (the clipping); Raffel et al. (2020), Exploring the Limits of Transfer Learning with
    a Unified Text-to-Text Transformer, section 2.1 (one number for each distance).

    Examples
    --------
    >>> relative_position_bias(np.array([-1.0, 0.0, 5.0]), 2, 3)
    array([[ 0.,  5.,  5.],
           [-1.,  0.,  5.]])
    """
    m = len(table) // 2
    distances = np.arange(n_k) - np.arange(n_q)[:, np.newaxis]  # (n_k,) - (n_q, 1) -> (n_q, n_k)
    return table[np.clip(distances, -m, m) + m] * 1.0


def apply_rope(
    x: Num[np.ndarray, "... n d"],
    positions: Int[np.ndarray, "n"] | None = None,
    base: float = 10000.0,
) -> Float[np.ndarray, "... n d"]:
    """Turn each pair of features by an angle that grows with the position.

    The dot product of a query and a key that are both turned depends on their positions only by the
    difference: turning both by the same angle changes no dot product.

    Parameters
    ----------
    x : array of shape (..., n, d)
        Queries or keys, one a row; d even.
    positions : array of shape (n,), optional
        The positions of the rows; 0 to n - 1 if not given.
    base : float
        Pair p turns by ``base^(-2p/d)`` radians per position.

    Returns
    -------
    array of shape (..., n, d)
        The pair (a, b) of features (2p, 2p + 1) becomes
        ``(a cos - b sin, a sin + b cos)``; lengths are kept.

    References
    ----------
    Su et al. (2021), RoFormer: Enhanced Transformer with Rotary Position Embedding, equations 14, 15 and 34.

    Examples
    --------
    >>> apply_rope(np.array([[1.0, 0.0], [1.0, 0.0]])).round(4)
    array([[1.    , 0.    ],
           [0.5403, 0.8415]])
    """
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = positions[:, np.newaxis] * pair_frequencies(d, base)  # (n, 1) * (d/2,) -> (n, d/2)
    a, b = x[..., 0::2], x[..., 1::2]  # (..., n, d) -> two of (..., n, d/2)
    turned = [a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)]
    return np.stack(turned, axis=-1).reshape(x.shape)  # (..., n, d/2, 2) -> (..., n, d)


def alibi_bias(num_heads: int, n: int) -> Float[np.ndarray, "num_heads n n"]:
    """Return a penalty for each pair of positions that grows in a straight line with their distance.

    Nothing in it is learned. Each head has its own slope: steep ones look near, flat ones look far.

    Parameters
    ----------
    num_heads : int
        Number of heads; the authors' program has other slopes where it is not a power of two.
    n : int
        Number of positions.

    Returns
    -------
    array of shape (num_heads, n, n)
        Entry [h - 1, i, j] is ``-m_h * abs(i - j)`` with the slope ``m_h = 2^(-8h/num_heads)``, to
        be added to the scores.

    References
    ----------
    Press, Smith and Lewis (2022), Train Short, Test Long: Attention with Linear Biases Enables Input
    Length Extrapolation, section 3 (there the mask is causal, so that j is at most i).

    Examples
    --------
    >>> alibi_bias(8, 3)[0]
    array([[ 0. , -0.5, -1. ],
           [-0.5,  0. , -0.5],
           [-1. , -0.5,  0. ]])
    """
    slopes = 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)  # (num_heads,)
    distances = np.abs(np.arange(n)[:, np.newaxis] - np.arange(n))  # (n, 1) - (n,) -> (n, n)
    return slopes[:, np.newaxis, np.newaxis] * -distances  # (num_heads, 1, 1) * (n, n) -> (num_heads, n, n)
