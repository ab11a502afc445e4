"""Masks, and generation one token at a time: the functions of Lab 4.

Shapes: ``...`` stands for any number of leading axes (a batch, heads). A mask is boolean,
broadcastable to the scores ``(..., n_q, n_k)``, and True where a query may attend. No function
changes its inputs, and no result shares their memory.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Bool, Float, Int, Num

from attn_course.attention.scaled_dot_product import scaled_dot_product_attention, softmax

Tokens = Float[np.ndarray, "n d"]


def create_causal_mask(seq_length: int) -> Bool[np.ndarray, "n n"]:
    """Let each position see itself and what comes before it.

    Parameters
    ----------
    seq_length : int
        The number n of positions.

    Returns
    -------
    boolean array of shape (n, n)
        True on and below the diagonal: query i may attend to key j where j <= i.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.3.

    Examples
    --------
    >>> create_causal_mask(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    return np.tril(np.ones((seq_length, seq_length), dtype=bool))


def apply_causal_mask(
    scores: Num[np.ndarray, "... n_q n_k"], mask: Bool[np.ndarray, "..."]
) -> Float[np.ndarray, "... n_q n_k"]:
    """Give hidden pairs a score whose exponential is 0.

    Parameters
    ----------
    scores : array of shape (..., n_q, n_k)
        Scores, finite.
    mask : boolean array, broadcastable to the scores
        True where a query may attend to a key.

    Returns
    -------
    array of shape (..., n_q, n_k)
        The scores where the mask is True, minus infinity where it is False.

    Raises
    ------
    ValueError
        If scores and mask cannot be broadcast together.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.3: illegal connections are set to
    minus infinity in the input of the softmax.

    Examples
    --------
    >>> apply_causal_mask(np.array([[5, 7]]), np.array([[True, False]]))
    array([[  5., -inf]])
    """
    return np.where(mask, scores, -np.inf)


def causal_mask(n_q: int, n_k: int) -> Bool[np.ndarray, "n_q n_k"]:
    """Let the last n_q of n_k positions see themselves and what comes before them.

    With a cache there are more keys than queries: the last query and the last key are the same
    position, so the mask is aligned at its end (its lower right corner).

    Parameters
    ----------
    n_q : int
        The number of queries, those of the newest positions.
    n_k : int
        The number of keys, at least n_q: those of all positions so far.

    Returns
    -------
    boolean array of shape (n_q, n_k)
        True where query i may attend to key j: ``j <= i + n_k - n_q``.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.3. That paper has no cache: the
    alignment is that of decoders which keep their keys, see `KeyValueCache`.

    Examples
    --------
    >>> causal_mask(2, 4).astype(int)
    array([[1, 1, 1, 0],
           [1, 1, 1, 1]])
    """
    positions = np.arange(n_k - n_q, n_k)  # where the queries stand among the keys
    return np.arange(n_k) <= positions[:, np.newaxis]  # (n_k,) <= (n_q, 1) -> (n_q, n_k)


def padding_mask(lengths: Int[np.ndarray, "batch"], max_length: int) -> Bool[np.ndarray, "batch 1 max_length"]:
    """Hide the padding at the end of sequences of different lengths.

    Parameters
    ----------
    lengths : integer array of shape (batch,)
        The number of real tokens of each sequence, 0 to max_length.
    max_length : int
        The length to which all are padded at their end.

    Returns
    -------
    boolean array of shape (batch, 1, max_length)
        True for the first ``length`` keys of a sequence; the axis of size 1 serves all queries.

    Examples
    --------
    >>> padding_mask(np.array([2, 3]), max_length=3).astype(int)
    array([[[1, 1, 0]],
    <BLANKLINE>
           [[1, 1, 1]]])
    """
    lengths = np.asarray(lengths)[:, np.newaxis, np.newaxis]  # (batch,) -> (batch, 1, 1)
    return np.arange(max_length) < lengths  # (max_length,) < (batch, 1, 1) -> (batch, 1, max_length)


def combine_masks(*masks: Bool[np.ndarray, "..."] | None) -> Bool[np.ndarray, "..."] | None:
    """Let a query attend only where every mask lets it.

    Parameters
    ----------
    *masks : boolean arrays that can be broadcast together, or None
        Any number of masks; None stands for no restriction.

    Returns
    -------
    boolean array, or None
        True where all masks are True; None if there is no mask among them.

    Raises
    ------
    ValueError
        If the masks cannot be broadcast together.

    Examples
    --------
    >>> combine_masks(create_causal_mask(2), None, np.array([False, True])).astype(int)
    array([[0, 0],
           [0, 1]])
    """
    given = [mask for mask in masks if mask is not None]
    return np.all(np.broadcast_arrays(*given), axis=0) if given else None


def masked_softmax(
    scores: Num[np.ndarray, "... n_q n_k"], mask: Bool[np.ndarray, "..."]
) -> Float[np.ndarray, "... n_q n_k"]:
    """Turn scores into weights over the visible keys; a query that sees none gets zeros.

    Parameters
    ----------
    scores : array of shape (..., n_q, n_k)
        Scores, any finite values, also those that are hidden.
    mask : boolean array, broadcastable to the scores
        True where a query may attend to a key.

    Returns
    -------
    array of shape (..., n_q, n_k)
        Weights: exactly 0 where the mask is False; each row sums to one, or is 0 throughout.

    Raises
    ------
    ValueError
        If scores and mask cannot be broadcast together.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.3; the row without any key is a
    convention of this course.

    Examples
    --------
    >>> masked_softmax(np.array([[1.0, 1.0, 9.0], [1.0, 2.0, 3.0]]), np.array([[True, True, False], [False] * 3]))
    array([[0.5, 0.5, 0. ],
           [0. , 0. , 0. ]])
    """
    visible = np.where(mask, scores, -np.inf)
    sees_a_key = np.any(mask, axis=-1, keepdims=True)  # (..., n_q, n_k) -> (..., n_q, 1)
    weights = softmax(np.where(sees_a_key, visible, 0.0))  # a row of -inf alone has no softmax
    return np.where(sees_a_key, weights, 0.0)


def leaks_future(attend: Callable[[Tokens], Tokens], n: int, d: int, rng: np.random.Generator) -> bool:
    """Find out by experiment whether a function lets an output depend on a later input.

    For each position, the inputs from there on are changed: no output before it may move. Rounding
    is no leak.

    Parameters
    ----------
    attend : function from (n, d) to (n, d)
        What is put to the test; one output for each position.
    n : int
        The number of positions.
    d : int
        The number of features.
    rng : numpy.random.Generator
        Where the inputs come from.

    Returns
    -------
    bool
        True if an output moved. False proves nothing for inputs that were not drawn.

    Examples
    --------
    >>> leaks_future(lambda x: np.cumsum(x, axis=0), 5, 2, np.random.default_rng(0))
    False
    >>> leaks_future(lambda x: x - x.mean(axis=0), 5, 2, np.random.default_rng(0))
    True
    """
    x = rng.normal(size=(n, d))
    before = attend(x.copy())
    for future in range(1, n):
        changed = x.copy()
        changed[future:] = rng.normal(size=(n - future, d))
        if not np.allclose(attend(changed)[:future], before[:future]):
            return True
    return False


class KeyValueCache:
    """The keys and values of the tokens so far, kept for the tokens to come.

    Under a causal mask a new token changes no earlier key, value or output. So a decoder that writes
    token by token keeps its keys and values: a step costs one query against t keys in place of the
    whole t x t attention. No mask is needed, as what is not yet written is not in the cache.

    References
    ----------
    Shazeer (2019), Fast Transformer Decoding: One Write-Head is All You Need, section 2.4.

    Examples
    --------
    >>> cache = KeyValueCache()
    >>> cache.append(np.array([0.0, 0.0]), np.array([1.0, 2.0, 6.0]))
    >>> cache.append(np.array([0.0, 0.0]), np.array([3.0, 2.0, 0.0]))
    >>> cache.attend(np.array([5.0, 7.0]))
    (array([2., 2., 3.]), array([0.5, 0.5]))
    >>> len(cache)
    2
    """

    def __init__(self) -> None:
        self._keys: list[np.ndarray] = []
        self._values: list[np.ndarray] = []

    def append(self, k: Num[np.ndarray, "d_k"], v: Num[np.ndarray, "d_v"]) -> None:
        """Add the key, of shape (d_k,), and the value, of shape (d_v,), of the newest token."""
        self._keys.append(np.array(k))  # a copy: the caller may use its array for the next token
        self._values.append(np.array(v))

    def attend(self, q: Num[np.ndarray, "d_k"]) -> tuple[Float[np.ndarray, "d_v"], Float[np.ndarray, "t"]]:
        """Attend from one query to the t tokens so far.

        Parameters
        ----------
        q : array of shape (d_k,)
            The query of the newest token, whose key and value are in the cache already.

        Returns
        -------
        output : array of shape (d_v,)
            The weighted average of the values: the last row of causal attention over the t tokens.
        weights : array of shape (t,)
            The weights, with sum one.

        Raises
        ------
        ValueError
            If the cache is empty.
        """
        K, V = np.stack(self._keys), np.stack(self._values)  # (t, d_k), (t, d_v)
        output, weights = scaled_dot_product_attention(q[np.newaxis], K, V)  # (1, d_v), (1, t)
        return output[0], weights[0]

    def __len__(self) -> int:
        """Return the number t of tokens so far."""
        return len(self._keys)
