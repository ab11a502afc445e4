# task: multi_head_attention
# style: Heads by reshape, everything else by einsum, no axis moved by hand.
# %%
import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    q, k, v = (X.reshape(*X.shape[:-1], num_heads, -1) for X in (Q, K, V))
    scores = np.einsum("...qhd,...khd->...hqk", q, k) / q.shape[-1] ** 0.5
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.einsum("...hqk,...khd->...qhd", weights, v).reshape(Q.shape)
