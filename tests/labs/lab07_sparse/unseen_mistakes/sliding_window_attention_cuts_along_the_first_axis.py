# task: sliding_window_attention
# mistake: Takes neighbours along the first axis, which in a batch is not the positions.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = len(Q)
    j = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    ok = (j >= 0) & (j < n)
    j = np.clip(j, 0, n - 1)
    s = np.sum(np.expand_dims(Q, 1) * K[j], axis=-1) / np.sqrt(Q.shape[-1])
    w = np.exp(s) * ok.reshape(ok.shape + (1,) * (s.ndim - 2))
    w = w / w.sum(axis=1, keepdims=True)
    return np.sum(np.expand_dims(w, -1) * V[j], axis=1)
