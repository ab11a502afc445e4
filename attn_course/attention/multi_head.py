"""Multi-head attention, what it costs, and how much its heads differ: the functions of Lab 2.

Shapes and masks are those of Lab 1; ``num_heads`` heads share the ``d_model`` features, and head h
takes the features ``h * d_k : (h + 1) * d_k`` with ``d_k = d_model / num_heads``. Linear maps are
``x @ W``. No function changes its inputs.
"""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Num

from attn_course.attention.scaled_dot_product import scaled_dot_product_attention


def split_heads(X: Num[np.ndarray, "... n d_model"], num_heads: int) -> Num[np.ndarray, "... num_heads n d_k"]:
    """Give each head its own slice of the features of every token.

    Parameters
    ----------
    X : array of shape (..., n, d_model)
        Vectors, one token a row.
    num_heads : int
        Number of heads; it divides d_model.

    Returns
    -------
    array of shape (..., num_heads, n, d_model / num_heads)
        Entry [..., h, t, c] is entry [..., t, h * d_k + c] of X. The numbers are not computed with,
        so they keep their type, and NumPy need not copy them: the result may be a view of X.

    Raises
    ------
    ValueError
        If num_heads is below 1 or does not divide d_model.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.2: d_k = d_model / h.

    Examples
    --------
    >>> split_heads(np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), 2).tolist()
    [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]
    """
    *leading, d_model = X.shape
    if num_heads < 1 or d_model % num_heads:
        raise ValueError(f"{d_model} features cannot be shared out evenly among {num_heads} heads")
    slices = X.reshape(*leading, num_heads, d_model // num_heads)  # (..., n, h * d_k) -> (..., n, h, d_k)
    return np.swapaxes(slices, -3, -2)  # (..., n, h, d_k) -> (..., h, n, d_k)


def merge_heads(X: Num[np.ndarray, "... num_heads n d_k"]) -> Num[np.ndarray, "... n d_model"]:
    """Put the heads' vectors of each token side by side: the inverse of `split_heads`.

    Parameters
    ----------
    X : array of shape (..., num_heads, n, d_k)
        What each head has for each token.

    Returns
    -------
    array of shape (..., n, num_heads * d_k)
        Row t holds head 0's vector of token t, then head 1's, and so on. The result may be a view of X.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.2: Concat(head_1, ..., head_h).

    Examples
    --------
    >>> merge_heads(np.array([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])).tolist()
    [[1, 2, 3, 4], [5, 6, 7, 8]]
    """
    tokens_first = np.swapaxes(X, -3, -2)  # (..., h, n, d_k) -> (..., n, h, d_k)
    *leading, num_heads, d_k = tokens_first.shape
    return tokens_first.reshape(*leading, num_heads * d_k)  # (..., n, h, d_k) -> (..., n, h * d_k)


def multi_head_attention(
    Q: Num[np.ndarray, "... n_q d_model"],
    K: Num[np.ndarray, "... n_k d_model"],
    V: Num[np.ndarray, "... n_k d_model"],
    num_heads: int = 4,
) -> Float[np.ndarray, "... n_q d_model"]:
    """Attend in each head by itself, with its own slice of Q, K and V, and put the results side by side.

    Parameters
    ----------
    Q : array of shape (..., n_q, d_model)
        Queries of all heads.
    K : array of shape (..., n_k, d_model)
        Keys of all heads.
    V : array of shape (..., n_k, d_model)
        Values of all heads.
    num_heads : int
        Number of heads; it divides d_model. Scores are divided by the root of d_model / num_heads.

    Returns
    -------
    array of shape (..., n_q, d_model)
        The heads' outputs side by side, in the unit of V.

    Raises
    ------
    ValueError
        If num_heads does not divide d_model, or the sizes of Q, K and V do not fit.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.2, without the projections.

    Examples
    --------
    >>> multi_head_attention(np.zeros((1, 4)), np.ones((2, 4)), np.array([[0, 1, 2, 3], [4, 5, 6, 7]]))
    array([[2., 3., 4., 5.]])
    """
    output, _ = scaled_dot_product_attention(*(split_heads(X, num_heads) for X in (Q, K, V)))
    return merge_heads(output)  # (..., h, n_q, d_k) -> (..., n_q, d_model)


def projected_multi_head_attention(
    x_q: Num[np.ndarray, "... n_q d_model"],
    x_kv: Num[np.ndarray, "... n_k d_model"],
    W_q: Num[np.ndarray, "d_model d_model"],
    W_k: Num[np.ndarray, "d_model d_model"],
    W_v: Num[np.ndarray, "d_model d_model"],
    W_o: Num[np.ndarray, "d_model d_model"],
    num_heads: int,
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "... n_q d_model"], Float[np.ndarray, "... num_heads n_q n_k"]]:
    """Multi-head attention as Transformers use it: project, split, attend, merge, mix.

    Columns ``h * d_k : (h + 1) * d_k`` of W_q, W_k and W_v are the matrices W_h^Q, W_h^K and W_h^V of
    the paper: each head projects all features of a token to the d_k that it works with.

    Parameters
    ----------
    x_q : array of shape (..., n_q, d_model)
        The tokens that ask.
    x_kv : array of shape (..., n_k, d_model)
        The tokens that are asked: x_q itself in self-attention.
    W_q, W_k, W_v : arrays of shape (d_model, d_model)
        Projections to the queries, keys and values of all heads.
    W_o : array of shape (d_model, d_model)
        Mixes the heads' outputs.
    num_heads : int
        Number of heads; it divides d_model.
    mask : boolean array, broadcastable to (..., n_q, n_k), optional
        True where a query may attend to a key, in every head. Every query must see at least one key.

    Returns
    -------
    output : array of shape (..., n_q, d_model)
        One vector for each token that asks.
    weights : array of shape (..., num_heads, n_q, n_k)
        The weights of each head, each row summing to one; exactly 0 where the mask is False.

    Raises
    ------
    ValueError
        If num_heads does not divide d_model, or the sizes of the arrays do not fit.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.2.

    Examples
    --------
    >>> x, one = np.array([[2.0, 0.0], [2.0, 4.0]]), np.eye(2)
    >>> output, weights = projected_multi_head_attention(x, x, 0 * one, one, one, 10 * one, num_heads=2)
    >>> output
    array([[20., 20.],
           [20., 20.]])
    """
    Q, K, V = (split_heads(x @ W, num_heads) for x, W in ((x_q, W_q), (x_kv, W_k), (x_kv, W_v)))
    if mask is not None:
        mask = np.atleast_2d(mask)[..., np.newaxis, :, :]  # (..., n_q, n_k) -> (..., 1, n_q, n_k): for every head
    output, weights = scaled_dot_product_attention(Q, K, V, mask)
    return merge_heads(output) @ W_o, weights  # (..., h, n_q, d_k) -> (..., n_q, d_model)


def attention_cost(n: int, d_model: int, num_heads: int, bytes_per_number: int = 4) -> dict[str, int]:
    """Count what one multi-head self-attention costs: forward, one sequence, no biases.

    Parameters
    ----------
    n : int
        Number of tokens.
    d_model : int
        Features of a token.
    num_heads : int
        Number of heads. Each works with d_model / num_heads features, so more of them multiply and add no more.
    bytes_per_number : int
        Size of one stored number: 4 for float32, 8 for float64.

    Returns
    -------
    dict
        ``parameters``: numbers in W_q, W_k, W_v and W_o. ``multiply_adds``: multiplications, each with its
        addition, in all matrix products. ``score_bytes``: bytes that the scores of all heads take.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.2.2 (total cost like that of one head) and
    table 1 (order n^2 d).

    Examples
    --------
    >>> attention_cost(n=10, d_model=8, num_heads=2)
    {'parameters': 256, 'multiply_adds': 4160, 'score_bytes': 800}
    """
    projections = 4 * n * d_model**2  # X W_q, X W_k, X W_v and the last one, with W_o
    scores_and_averages = 2 * n**2 * d_model  # Q K^T and weights V: n^2 d_k each, in each of d_model / d_k heads
    return {
        "parameters": 4 * d_model**2,
        "multiply_adds": projections + scores_and_averages,
        "score_bytes": num_heads * n**2 * bytes_per_number,
    }


def head_diversity(weights: Num[np.ndarray, "num_heads n_q n_k"]) -> float:
    """Measure how differently the heads look: 0 where all agree, 1 where no two share a key.

    Parameters
    ----------
    weights : array of shape (num_heads, n_q, n_k)
        The weights of each head, each row summing to one.

    Returns
    -------
    float
        The mean, over all pairs of different heads and over the queries, of the total variation distance
        ``0.5 * sum(abs(a - b))`` of their rows: the share of its attention that one head spends
        elsewhere than the other. 0.0 for a single head.

    References
    ----------
    Total variation distance: Levin, Peres and Wilmer (2017), Markov Chains and Mixing Times, proposition
    4.2. Li et al. (2018), Multi-Head Attention with Disagreement Regularization, compare heads in a similar way.

    Examples
    --------
    >>> head_diversity(np.array([[[1.0, 0.0]], [[0.75, 0.25]]]))
    0.25
    """
    num_heads = weights.shape[0]
    if num_heads == 1:
        return 0.0
    one, other = np.triu_indices(num_heads, k=1)  # the two heads of every pair
    distances = 0.5 * np.abs(weights[one] - weights[other]).sum(axis=-1)  # (pairs, n_q, n_k) -> (pairs, n_q)
    return float(distances.mean())
