"""Multiplicative attention: three scores, and a window that the decoder places itself. The functions of Lab 6.

Vectors are rows and linear maps are ``x @ W``; ``...`` stands for any number of leading axes, the
same for all inputs but the parameters. There is one target state for each sample, so scores have the
shape (..., n): one for each of n source states. A mask is True where a source state may be attended
to. Positions are counted from 0. Integer inputs give float results; no function changes its inputs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Bool, Float, Num

from attn_course.attention.scaled_dot_product import softmax


def dot_score(h_t: Num[np.ndarray, "... d"], states: Num[np.ndarray, "... n d"]) -> Float[np.ndarray, "... n"]:
    """Compare a target state with every source state by a dot product.

    Parameters
    ----------
    h_t : array of shape (..., d)
        The target state: what asks.
    states : array of shape (..., n, d)
        The source states, of the same size.

    Returns
    -------
    array of shape (..., n)
        The scores, not divided by anything.

    Raises
    ------
    ValueError
        If the target state and the source states differ in size.

    References
    ----------
    Luong, Pham and Manning (2015), Effective Approaches to Attention-based Neural Machine Translation,
    section 3.1, "dot": ``h_t^T h_s``, with columns for vectors.

    Examples
    --------
    >>> dot_score(np.array([2.0, 1.0]), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    array([2., 1., 3.])
    """
    scores = states @ h_t[..., np.newaxis]  # (..., n, d) @ (..., d, 1) -> (..., n, 1)
    return scores[..., 0] * 1.0  # (..., n, 1) -> (..., n)


def general_score(
    h_t: Num[np.ndarray, "... d_t"],
    states: Num[np.ndarray, "... n d_s"],
    W: Num[np.ndarray, "d_t d_s"],
) -> Float[np.ndarray, "... n"]:
    """Compare a target state with every source state by a bilinear form.

    The matrix takes the target state to where the source states live; there, a dot product does the rest.

    Parameters
    ----------
    h_t : array of shape (..., d_t)
        The target state.
    states : array of shape (..., n, d_s)
        The source states; they may have another size.
    W : array of shape (d_t, d_s)
        A row for each feature of the target state, a column for each feature of the source states.

    Returns
    -------
    array of shape (..., n)
        ``h_t W state^T`` for each source state.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Luong, Pham and Manning (2015), section 3.1, "general": ``h_t^T W_a h_s``. The columns of the paper
    are rows here, and W is the same matrix.

    Examples
    --------
    >>> W = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 5.0]])
    >>> general_score(np.array([2.0, 1.0]), np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), W)
    array([2., 5.])
    """
    return dot_score(h_t @ W, states)  # (..., d_t) @ (d_t, d_s) -> (..., d_s)


def concat_score(
    h_t: Num[np.ndarray, "... d_t"],
    states: Num[np.ndarray, "... n d_s"],
    W: Num[np.ndarray, "d_t_plus_d_s d_a"],
    v: Num[np.ndarray, " d_a"],
) -> Float[np.ndarray, "... n"]:
    """Compare a target state with every source state by a small network that reads both.

    Parameters
    ----------
    h_t : array of shape (..., d_t)
        The target state; it comes first.
    states : array of shape (..., n, d_s)
        The source states; they come second.
    W : array of shape (d_t + d_s, d_a)
        Projects both, laid end to end, into a hidden layer of d_a units.
    v : array of shape (d_a,)
        Weighs the hidden units.

    Returns
    -------
    array of shape (..., n)
        ``v . tanh([h_t; state] W)`` for each source state: at most sum(abs(v)) in size.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Luong, Pham and Manning (2015), section 3.1, "concat": ``v_a^T tanh(W_a [h_t; h_s])``, with columns
    for vectors: our W is the transpose of their W_a. It is the additive score of Bahdanau, Cho and
    Bengio (2015), whose two matrices are the upper and the lower rows of W.

    Examples
    --------
    >>> concat_score(np.zeros(1), np.array([[0.0], [50.0]]), np.ones((2, 3)), np.array([1.0, 2.0, 4.0]))
    array([0., 7.])
    """
    repeated = np.broadcast_to(h_t[..., np.newaxis, :], (*states.shape[:-1], h_t.shape[-1]))  # -> (..., n, d_t)
    pairs = np.concatenate([repeated, states], axis=-1)  # -> (..., n, d_t + d_s)
    scores: Float[np.ndarray, "... n"] = np.tanh(pairs @ W) @ v  # -> (..., n, d_a) -> (..., n)
    return scores


def luong_attention(
    h_t: Num[np.ndarray, "... d_t"],
    states: Num[np.ndarray, "... n d_s"],
    method: str = "dot",
    mask: Bool[np.ndarray, "..."] | None = None,
    **parameters: Num[np.ndarray, "..."],
) -> tuple[Float[np.ndarray, "... d_s"], Float[np.ndarray, "... n"]]:
    """Average the source states, each weighted by the softmax of its score: global attention.

    Parameters
    ----------
    h_t : array of shape (..., d_t)
        The target state.
    states : array of shape (..., n, d_s)
        The source states: keys and values at once.
    method : "dot", "general" or "concat"
        Which score compares them.
    mask : boolean array, broadcastable to (..., n), optional
        True where a source state may be attended to: not on padding. At least one must be seen.
    **parameters : arrays
        What the score needs: nothing for "dot", `W` for "general", `W` and `v` for "concat".

    Returns
    -------
    context : array of shape (..., d_s)
        The weighted average of the source states.
    weights : array of shape (..., n)
        The weights, summing to one; exactly 0 where the mask is False.

    Raises
    ------
    ValueError
        If there is no such method, or if the sizes of the arrays do not fit.

    References
    ----------
    Luong, Pham and Manning (2015), section 3.1 and equation 7.

    Examples
    --------
    >>> states, mask = np.array([[0.0, 4.0], [0.0, 8.0], [9.0, 9.0]]), np.array([True, True, False])
    >>> luong_attention(np.array([1.0, 0.0]), states, mask=mask)
    (array([0., 6.]), array([0.5, 0.5, 0. ]))
    """
    methods: dict[str, Callable[..., Float[np.ndarray, "... n"]]]
    methods = {"dot": dot_score, "general": general_score, "concat": concat_score}
    if method not in methods:
        raise ValueError(f"the method should be one of {', '.join(methods)}, not {method!r}")
    scores = methods[method](h_t, states, **parameters)
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    return weighted_sum(weights, states), weights


def weighted_sum(
    weights: Float[np.ndarray, "... n"], states: Num[np.ndarray, "... n d_s"]
) -> Float[np.ndarray, "... d_s"]:
    """Add the source states up, each times its weight."""
    context: Float[np.ndarray, "... 1 d_s"] = weights[..., np.newaxis, :] @ states  # (..., 1, n) @ (..., n, d_s)
    return context[..., 0, :]  # (..., 1, d_s) -> (..., d_s)


def attentional_state(
    context: Num[np.ndarray, "... d_s"],
    h_t: Num[np.ndarray, "... d_t"],
    W_c: Num[np.ndarray, "d_s_plus_d_t d_out"],
) -> Float[np.ndarray, "... d_out"]:
    """Join what was found in the source with what was known already.

    Parameters
    ----------
    context : array of shape (..., d_s)
        The context; it comes first.
    h_t : array of shape (..., d_t)
        The target state; it comes second.
    W_c : array of shape (d_s + d_t, d_out)
        Projects both, laid end to end.

    Returns
    -------
    array of shape (..., d_out)
        ``tanh([context; h_t] W_c)``, between -1 and 1: what the next word is predicted from.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Luong, Pham and Manning (2015), equation 5: ``tanh(W_c [c_t; h_t])``, with columns for vectors: our
    W_c is the transpose of theirs.

    Examples
    --------
    >>> attentional_state(np.array([1.0]), np.array([0.0]), np.array([[0.0, 50.0], [1.0, 1.0]]))
    array([0., 1.])
    """
    return np.tanh(np.concatenate([context, h_t], axis=-1) @ W_c)  # -> (..., d_s + d_t) -> (..., d_out)


def predicted_position(
    h_t: Num[np.ndarray, "... d_t"],
    W_p: Num[np.ndarray, "d_t d_a"],
    v_p: Num[np.ndarray, " d_a"],
    n: int,
) -> Float[np.ndarray, "..."]:
    """Let the target state say where in the source to look.

    Parameters
    ----------
    h_t : array of shape (..., d_t)
        The target state.
    W_p : array of shape (d_t, d_a)
        Projects it into a hidden layer of d_a units.
    v_p : array of shape (d_a,)
        Weighs the hidden units.
    n : int
        Number of source states.

    Returns
    -------
    array of shape (...)
        ``n * sigmoid(v_p . tanh(h_t W_p))``, one real number for each sample, between 0 and n.

    References
    ----------
    Luong, Pham and Manning (2015), equation 9: ``S sigmoid(v_p^T tanh(W_p h_t))``, with columns for
    vectors: our W_p is the transpose of theirs.

    Examples
    --------
    >>> float(predicted_position(np.zeros(3), np.ones((3, 2)), np.ones(2), 10))
    5.0
    """
    logits = np.tanh(h_t @ W_p) @ v_p  # (..., d_t) -> (..., d_a) -> (...)
    return n * 0.5 * (1.0 + np.tanh(0.5 * logits))  # the sigmoid, by a formula that cannot overflow


def local_luong_attention(
    h_t: Num[np.ndarray, "... d_t"],
    states: Num[np.ndarray, "... n d_s"],
    W: Num[np.ndarray, "d_t d_s"],
    position: Num[np.ndarray, "..."] | float,
    window: int,
) -> tuple[Float[np.ndarray, "... d_s"], Float[np.ndarray, "... n"]]:
    """Average the source states near a position; the nearer, the more each counts.

    Parameters
    ----------
    h_t : array of shape (..., d_t)
        The target state.
    states : array of shape (..., n, d_s)
        The source states.
    W : array of shape (d_t, d_s)
        The matrix of `general_score`.
    position : array of shape (...) or float
        The centre, a real number, counted from 0: one for each sample.
    window : int
        How far from the centre source states are seen, at least 1; one at least must be in reach.

    Returns
    -------
    context : array of shape (..., d_s)
        The weighted sum of the source states.
    weights : array of shape (..., n)
        The softmax of the scores within the window, times ``exp(-(j - position)^2 / (2 sigma^2))`` with
        ``sigma = window / 2``: they sum to less than one where a state off the centre is seen.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Luong, Pham and Manning (2015), section 3.2 and equation 10, where the window is called D, the
    position p_t, and the first source position 1.

    Examples
    --------
    >>> states = np.ones((5, 1))
    >>> context, weights = local_luong_attention(np.ones(1), states, np.ones((1, 1)), position=1, window=1)
    >>> weights.round(4)
    array([0.0451, 0.3333, 0.0451, 0.    , 0.    ])
    """
    offsets = np.arange(states.shape[-2]) - np.asarray(position)[..., np.newaxis]  # (n,) - (..., 1) -> (..., n)
    in_reach = np.abs(offsets) <= window
    alignment = softmax(np.where(in_reach, general_score(h_t, states, W), -np.inf))
    sigma = window / 2
    weights = alignment * np.exp(-(offsets**2) / (2 * sigma**2))
    return weighted_sum(weights, states), weights
