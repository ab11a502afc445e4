# task: sliding_window_attention
# mistake: Pads the values on the left by one too few, so that weights and values do not meet.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    right = 0 if causal else window
    lead = [(0, 0)] * (Q.ndim - 2)
    k = np.pad(K, lead + [(window, right), (0, 0)])
    v = np.pad(V, lead + [(max(window - 1, 0), right + 1), (0, 0)])
    index = np.arange(n)[:, None] + np.arange(window + right + 1)
    inside = (index >= window) & (index < n + window)
    s = np.where(inside, (Q[..., None, :] * k[..., index, :]).sum(-1) / np.sqrt(Q.shape[-1]), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w[..., None] * v[..., index, :]).sum(-2)
