# task: sliding_window_attention
# mistake: Pads with zeros, which get weights of their own.
# diagnosis: sliding-padding-counts
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d_k = Q.shape[-2], Q.shape[-1]
    right = 0 if causal else window
    pad = [(0, 0)] * (Q.ndim - 2) + [(window, right), (0, 0)]
    index = np.arange(n)[:, None] + np.arange(window + right + 1)
    near_k = np.pad(K, pad)[..., index, :]  # (..., n, width, d_k)
    near_v = np.pad(V, pad)[..., index, :]
    s = np.einsum("...nd,...nwd->...nw", Q, near_k) / np.sqrt(d_k)
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w /= w.sum(axis=-1, keepdims=True)
    return np.einsum("...nw,...nwd->...nd", w, near_v)
