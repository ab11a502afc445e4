# task: sliding_window_attention
# mistake: Lays all leading axes together and does not part them again.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    q, k, v = (X.reshape(-1, n, X.shape[-1]) for X in (Q, K, V))
    j = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    ok = (j >= 0) & (j < n)
    j = np.clip(j, 0, n - 1)
    s = np.where(ok, np.einsum("bnd,bnwd->bnw", q, k[:, j]) / np.sqrt(d), -np.inf)
    w = np.exp(s - s.max(axis=2, keepdims=True))
    return np.einsum("bnw,bnwd->bnd", w / w.sum(axis=2, keepdims=True), v[:, j])
