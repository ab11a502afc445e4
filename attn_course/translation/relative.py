"""Self-attention that knows distances in place of positions.

Each head has a table with a number for every distance, up to a largest one, and adds it to the scores. What it learns
about "the word before" then holds at every place, also at places beyond the training's sentences.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from attn_course.translation.functions import Arrays, Functions

FARTHEST = 8
"""The largest distance that has an entry of its own in a table; what is farther shares the last one."""


def biases(tables: Any, n: int, functions: Functions) -> Any:
    """Look up what each head adds to the scores of n queries and n keys, (h, 2 m + 1) -> (h, n, n)."""
    return np.stack([functions.relative_position_bias(tables[head], n, n) for head in range(tables.shape[0])])


def relative_attention(Q: Any, K: Any, V: Any, tables: Any, mask: np.ndarray, functions: Functions) -> Any:
    """Attend with scores to which the biases of the distances are added.

    Parameters
    ----------
    Q : array or tensor of shape (b, h, n_q, d_k)
        Queries: those of the last n_q of the n tokens.
    K, V : arrays or tensors of shape (b, h, n, d_k)
        Keys and values of all tokens.
    tables : array or tensor of shape (h, 2 m + 1)
        For each head, the biases of the distances -m to m, key minus query.
    mask : boolean array, broadcastable to (b, h, n_q, n)
        True where a query may attend.
    functions : Functions
        What it is written with.

    Returns
    -------
    array or tensor of shape (b, h, n_q, d_k)
        The averages of the values.

    References
    ----------
    Raffel et al. (2020), Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, section
    2.1, with clipped distances in place of buckets: Shaw, Uszkoreit and Vaswani (2018), Self-Attention with Relative
    Position Representations, section 3.2.
    """
    n_q, n = Q.shape[-2], K.shape[-2]
    scores = functions.attention_scores(Q, K) + biases(tables, n, functions)[:, n - n_q :]  # (b, h, n_q, n)
    return functions.softmax(np.where(mask, scores, -np.inf)) @ V


def relative_self_attention(x: Any, params: Arrays, num_heads: int, mask: np.ndarray, functions: Functions) -> Any:
    """Do what self-attention with projections does, with distances; the mask is (b, n, n), or broadcastable to it."""
    Q, K, V = (functions.split_heads(x @ params[name], num_heads) for name in ("W_q", "W_k", "W_v"))
    mask = np.atleast_2d(mask)[..., np.newaxis, :, :]  # for every head
    attended = relative_attention(Q, K, V, params["distances"], mask, functions)
    return functions.merge_heads(attended) @ params["W_o"]  # (b, h, n, d_k) -> (b, n, d)
