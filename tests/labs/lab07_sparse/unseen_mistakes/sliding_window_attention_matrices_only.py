# task: sliding_window_attention
# mistake: Unpacks the shape into two numbers: no batch fits.
# diagnosis: sliding-one-sample-only
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d_k = Q.shape
    j = np.arange(n)[:, None] + np.arange(-window, 1 if causal else window + 1)
    ok = (j >= 0) & (j < n)
    j = np.clip(j, 0, n - 1)
    s = np.where(ok, np.einsum("nd,nwd->nw", Q, K[j]) / np.sqrt(d_k), -np.inf)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return np.einsum("nw,nwd->nd", w / w.sum(axis=1, keepdims=True), V[j])
