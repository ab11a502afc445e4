# task: sliding_window_attention
# style: sliding_window_view over padded keys and values.
# %%
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    left = min(window, n)
    right = 0 if causal else left
    padding = [(0, 0)] * (Q.ndim - 2) + [(left, right), (0, 0)]
    keys, values = (sliding_window_view(np.pad(X, padding), left + right + 1, axis=-2) for X in (K, V))
    inside = sliding_window_view(np.pad(np.ones(n, dtype=bool), (left, right)), left + right + 1)
    scores = (Q[..., None, :] @ keys)[..., 0, :] / np.sqrt(d)
    scores = np.where(inside, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return (values @ weights[..., None])[..., 0]
