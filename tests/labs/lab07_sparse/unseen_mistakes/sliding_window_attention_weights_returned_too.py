# task: sliding_window_attention
# mistake: Returns the weights of the band as well.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    index = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    inside = (index >= 0) & (index < n)
    index = np.clip(index, 0, n - 1)
    s = np.einsum("...nd,...nwd->...nw", Q, K[..., index, :]) / np.sqrt(Q.shape[-1])
    s = np.where(inside, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...nw,...nwd->...nd", w, V[..., index, :]), w
