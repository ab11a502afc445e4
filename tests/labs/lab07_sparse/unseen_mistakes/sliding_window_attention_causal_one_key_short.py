# task: sliding_window_attention
# mistake: With causal it sees window keys, itself among them, and not window + 1.
# diagnosis: sliding-causal-window-counts-itself
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    offsets = np.arange(1 - max(window, 1), 1) if causal else np.arange(-window, window + 1)
    j = np.arange(n)[:, None] + offsets
    bad = (j < 0) | (j >= n)
    j[bad] = 0
    s = (K[..., j, :] * Q[..., None, :]).sum(-1) / np.sqrt(Q.shape[-1])
    s[..., bad] = -np.inf
    e = np.exp(s - s.max(-1)[..., None])
    return (e[..., None] * V[..., j, :]).sum(-2) / e.sum(-1)[..., None]
