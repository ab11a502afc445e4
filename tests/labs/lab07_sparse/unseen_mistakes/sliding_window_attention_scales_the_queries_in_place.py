# task: sliding_window_attention
# mistake: Divides the caller's queries by the root of d_k in place.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    Q = np.asarray(Q, dtype=float)
    Q /= np.sqrt(Q.shape[-1])
    index = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    inside = (index >= 0) & (index < n)
    index = np.clip(index, 0, n - 1)
    s = np.where(inside, np.einsum("...nd,...nwd->...nw", Q, K[..., index, :]), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    return np.einsum("...nw,...nwd->...nd", w / w.sum(-1, keepdims=True), V[..., index, :])
