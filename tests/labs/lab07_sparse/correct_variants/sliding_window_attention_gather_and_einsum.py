# task: sliding_window_attention
# style: A gather of all neighbours, and einsum.
# %%
import numpy as np


def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    window = min(window, n)
    places = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    inside = (places >= 0) & (places < n)
    places = np.clip(places, 0, n - 1)
    scores = np.einsum("...nd,...nmd->...nm", Q, K[..., places, :]) / d**0.5
    scores = np.where(inside, scores, -1e30)
    weights = np.exp(scores - scores.max(-1, keepdims=True)) * inside
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("...nm,...nmd->...nd", weights, V[..., places, :])
