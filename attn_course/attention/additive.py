"""Additive attention, the recurrent decoder that it was invented for, and how spread out attention is: Lab 5.

Vectors are rows and linear maps are ``x @ W``; ``...`` stands for any number of leading axes, the
same for all inputs but the parameters. There is one query for each sample (a decoder's state), so
scores have the shape (..., n): one for each of n keys. A mask is True where a key may be attended
to. No function changes its inputs.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from jaxtyping import Bool, Float, Num

from attn_course.attention.scaled_dot_product import softmax


def additive_scores(
    query: Num[np.ndarray, "... d_q"],
    keys: Num[np.ndarray, "... n d_k"],
    W_q: Num[np.ndarray, "d_q d_a"],
    W_k: Num[np.ndarray, "d_k d_a"],
    v: Num[np.ndarray, " d_a"],
) -> Float[np.ndarray, "... n"]:
    """Compare a query with every key by a small network with one hidden layer.

    Parameters
    ----------
    query : array of shape (..., d_q)
        What asks: the decoder's previous state.
    keys : array of shape (..., n, d_k)
        What is asked: the encoder's states. They may have another size than the query.
    W_q : array of shape (d_q, d_a)
        Projects the query into the hidden layer of d_a units.
    W_k : array of shape (d_k, d_a)
        Projects every key there.
    v : array of shape (d_a,)
        Weighs the hidden units.

    Returns
    -------
    array of shape (..., n)
        ``v . tanh(query W_q + key W_k)`` for each key: without a unit, at most sum(abs(v)) in size.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Bahdanau, Cho and Bengio (2015), Neural Machine Translation by Jointly Learning to Align and Translate,
    appendix A.1.2: ``v_a^T tanh(W_a s_{i-1} + U_a h_j)``, with columns for vectors: our W_q is the
    transpose of their W_a, our W_k that of their U_a.

    Examples
    --------
    >>> additive_scores(np.zeros(1), np.array([[0.0], [50.0]]), np.ones((1, 2)), np.ones((1, 2)), np.array([2.0, 1]))
    array([0., 3.])
    """
    hidden = np.tanh((query @ W_q)[..., np.newaxis, :] + keys @ W_k)  # (..., 1, d_a) + (..., n, d_a) -> (..., n, d_a)
    scores: Float[np.ndarray, "... n"] = hidden @ v  # (..., n, d_a) @ (d_a,) -> (..., n)
    return scores


def additive_attention(
    query: Num[np.ndarray, "... d_q"],
    keys: Num[np.ndarray, "... n d_k"],
    values: Num[np.ndarray, "... n d_v"],
    W_q: Num[np.ndarray, "d_q d_a"],
    W_k: Num[np.ndarray, "d_k d_a"],
    v: Num[np.ndarray, " d_a"],
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "... d_v"], Float[np.ndarray, "... n"]]:
    """Average the values, each weighted by the softmax of its key's additive score.

    Parameters
    ----------
    query : array of shape (..., d_q)
        What asks.
    keys : array of shape (..., n, d_k)
        What is compared with the query.
    values : array of shape (..., n, d_v)
        What is averaged, one for each key.
    W_q, W_k, v : arrays of shape (d_q, d_a), (d_k, d_a) and (d_a,)
        The parameters of `additive_scores`.
    mask : boolean array, broadcastable to (..., n), optional
        True where a key may be attended to: not on padding. At least one key must be seen.

    Returns
    -------
    context : array of shape (..., d_v)
        The weighted average, in the unit of the values.
    weights : array of shape (..., n)
        The weights, summing to one; exactly 0 where the mask is False.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Bahdanau, Cho and Bengio (2015), equations 5 (the context) and 6 (the weights).

    Examples
    --------
    >>> keys, values = np.zeros((3, 2)), np.array([[0.0], [4.0], [90.0]])
    >>> W, v, mask = np.ones((2, 5)), np.ones(5), np.array([True, True, False])
    >>> additive_attention(np.ones(2), keys, values, W, W, v, mask)
    (array([2.]), array([0.5, 0.5, 0. ]))
    """
    scores = additive_scores(query, keys, W_q, W_k, v)
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    context = np.einsum("...n,...nd->...d", weights, values)  # (..., n), (..., n, d_v) -> (..., d_v)
    return context, weights


def sigmoid(x: Num[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    """Squash any number into (0, 1): ``1 / (1 + exp(-x))``, by a formula that cannot overflow."""
    squashed: Float[np.ndarray, "..."] = 0.5 * (1.0 + np.tanh(0.5 * x))
    return squashed


def gru_step(
    x: Num[np.ndarray, "... d_x"],
    h: Num[np.ndarray, "... d_h"],
    W_x: Num[np.ndarray, "d_x three_d_h"],
    W_h: Num[np.ndarray, "d_h three_d_h"],
    b: Num[np.ndarray, " three_d_h"],
) -> Float[np.ndarray, "... d_h"]:
    """Take one step of a gated recurrent unit.

    Parameters
    ----------
    x : array of shape (..., d_x)
        The input of this step.
    h : array of shape (..., d_h)
        The state so far.
    W_x : array of shape (d_x, 3 d_h)
        Projects the input for the reset gate r, the update gate z and the candidate n: three blocks of
        d_h columns, in this order.
    W_h : array of shape (d_h, 3 d_h)
        Projects the state, in the same order.
    b : array of shape (3 d_h,)
        Biases, in the same order.

    Returns
    -------
    array of shape (..., d_h)
        The new state ``(1 - z) n + z h``: between the candidate, which is in (-1, 1), and h.

    Raises
    ------
    ValueError
        If the sizes of the arrays do not fit.

    Notes
    -----
    Where z is 1, the state is kept, as in Cho et al.; in the appendix of Bahdanau et al. z and 1 - z
    have changed places. Both papers let the reset gate act on the state before the product,
    ``(r h) W_hn``; here, as in cuDNN and PyTorch, it acts on the product, ``r (h W_hn)``, so that one
    product with W_h serves all three blocks.

    References
    ----------
    Cho et al. (2014), Learning Phrase Representations using RNN Encoder-Decoder, equations 5 to 8;
    Bahdanau, Cho and Bengio (2015), appendix A.1.1.

    Examples
    --------
    >>> gru_step(np.zeros(1), np.array([0.5]), np.zeros((1, 3)), np.zeros((1, 3)), np.array([0.0, 0.0, 50.0]))
    array([0.75])
    """
    r_x, z_x, n_x = np.split(x @ W_x + b, 3, axis=-1)  # (..., 3 d_h) -> three of (..., d_h)
    r_h, z_h, n_h = np.split(h @ W_h, 3, axis=-1)
    r, z = sigmoid(r_x + r_h), sigmoid(z_x + z_h)
    n = np.tanh(n_x + r * n_h)
    new_state: Float[np.ndarray, "... d_h"] = (1 - z) * n + z * h
    return new_state


def attention_decoder_step(
    x: Num[np.ndarray, "... d_x"],
    h: Num[np.ndarray, "... d_h"],
    encoder_states: Num[np.ndarray, "... n d_e"],
    params: Mapping[str, np.ndarray],
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "... d_h"], Float[np.ndarray, "... d_e"], Float[np.ndarray, "... n"]]:
    """Look at the source with the previous state, then take one step with what was found there.

    Parameters
    ----------
    x : array of shape (..., d_x)
        The vector of the last written token.
    h : array of shape (..., d_h)
        The decoder's previous state: the query.
    encoder_states : array of shape (..., n, d_e)
        The encoder's states: keys and values in one.
    params : dict of arrays
        ``W_q`` (d_h, d_a), ``W_k`` (d_e, d_a) and ``v`` (d_a,) of the attention; ``W_x``
        (d_x + d_e, 3 d_h), ``W_h`` (d_h, 3 d_h) and ``b`` (3 d_h,) of the GRU.
    mask : boolean array, broadcastable to (..., n), optional
        True where an encoder state may be attended to.

    Returns
    -------
    h_new : array of shape (..., d_h)
        The next state, from the input [x; context]: x first.
    context : array of shape (..., d_e)
        The average of the encoder's states.
    weights : array of shape (..., n)
        The weights of that average: one row of the alignment.

    Raises
    ------
    KeyError
        If a parameter is missing.
    ValueError
        If the sizes of the arrays do not fit.

    References
    ----------
    Bahdanau, Cho and Bengio (2015), section 3.1 and appendix A.1: ``s_i = f(s_{i-1}, y_{i-1}, c_i)``,
    where c_i depends on s_{i-1}.
    """
    attention = {name: params[name] for name in ("W_q", "W_k", "v")}
    context, weights = additive_attention(h, encoder_states, encoder_states, **attention, mask=mask)
    x_and_context = np.concatenate([x, context], axis=-1)  # (..., d_x), (..., d_e) -> (..., d_x + d_e)
    h_new = gru_step(x_and_context, h, params["W_x"], params["W_h"], params["b"])
    return h_new, context, weights


def attention_entropy(weights: Num[np.ndarray, "... n"]) -> Float[np.ndarray, "..."]:
    """Measure how spread out attention is: 0 on a single key, log n evenly on n keys.

    Parameters
    ----------
    weights : array of shape (..., n)
        Weights, not negative, summing to one along the last axis.

    Returns
    -------
    array of shape (...)
        ``-sum(w log w)`` in nats (natural logarithm), with 0 log 0 = 0, the limit of w log w.

    References
    ----------
    Shannon (1948), A Mathematical Theory of Communication, section 6.

    Examples
    --------
    >>> attention_entropy(np.array([[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]])).round(4)
    array([0.    , 0.6931])
    """
    logarithms = np.log(np.where(weights > 0, weights, 1.0))  # log 1 = 0 stands where the weight is 0
    entropy: Float[np.ndarray, "..."] = 0.0 - np.sum(weights * logarithms, axis=-1)  # (..., n) -> (...)
    return entropy
