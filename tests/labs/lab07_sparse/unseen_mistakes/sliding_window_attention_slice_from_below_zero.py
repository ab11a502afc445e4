# task: sliding_window_attention
# mistake: Lets the window's start go below 0, where indices count from the end.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    j = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    beyond = j >= n
    j = np.where(beyond, 0, np.maximum(j, -n))
    s = np.einsum("...nd,...nwd->...nw", Q, K[..., j, :]) / np.sqrt(d)
    s = np.where(beyond, -np.inf, s)
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w /= w.sum(axis=-1, keepdims=True)
    return np.einsum("...nw,...nwd->...nd", w, V[..., j, :])
