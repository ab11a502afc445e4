# task: sliding_window_attention
# mistake: Divides by the root of d_v.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = V.shape[-2:]
    offsets = np.arange(-window, 1) if causal else np.arange(-window, window + 1)
    where = np.arange(n)[:, None] + offsets
    inside = (where >= 0) & (where < n)
    where = np.where(inside, where, 0)
    s = np.where(inside, np.einsum("...id,...ijd->...ij", Q, K[..., where, :]) / np.sqrt(d), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    return np.einsum("...ij,...ijd->...id", w / w.sum(-1, keepdims=True), V[..., where, :])
