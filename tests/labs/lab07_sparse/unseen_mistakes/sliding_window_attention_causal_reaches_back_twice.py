# task: sliding_window_attention
# mistake: With causal the window moves back in its whole width.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    j = np.arange(n)[:, None] + np.arange(2 * window + 1) - (2 * window if causal else window)
    ok = (j >= 0) & (j < n)
    s = np.einsum("...id,...ijd->...ij", Q, K[..., j % n, :]) / np.sqrt(Q.shape[-1])
    s = np.where(ok, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return np.einsum("...ij,...ijd->...id", w, V[..., j % n, :])
