# task: sliding_window_attention
# mistake: Makes the offsets by a range that leaves its end out: the rightmost neighbour is missing.
# diagnosis: sliding-right-end-excluded
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    offsets = np.arange(-window, 1) if causal else np.arange(-window, max(window, 1))
    where = np.arange(n)[:, None] + offsets
    inside = (where >= 0) & (where < n)
    where = where.clip(0, n - 1)
    s = np.sum(Q[..., None, :] * K[..., where, :], axis=-1) / Q.shape[-1] ** 0.5
    w = np.where(inside, np.exp(s - s.max(-1, keepdims=True)), 0)
    w /= w.sum(-1, keepdims=True)
    return np.sum(w[..., None] * V[..., where, :], axis=-2)
