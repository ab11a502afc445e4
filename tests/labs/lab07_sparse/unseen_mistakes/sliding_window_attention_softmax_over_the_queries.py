# task: sliding_window_attention
# mistake: Normalises the banded scores down the queries and not along the window.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    offsets = np.arange(-window, 1 if causal else window + 1)
    index = np.arange(n)[:, None] + offsets
    inside = (index >= 0) & (index < n)
    index = index.clip(0, n - 1)
    s = np.einsum("...nd,...nwd->...nw", Q, K[..., index, :]) / np.sqrt(Q.shape[-1])
    e = np.where(inside, np.exp(s), 0)
    w = e / np.maximum(e.sum(axis=-2, keepdims=True), 1e-12)
    return np.einsum("...nw,...nwd->...nd", w, V[..., index, :])
