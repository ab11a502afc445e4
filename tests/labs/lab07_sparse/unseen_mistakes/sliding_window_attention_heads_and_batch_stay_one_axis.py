# task: sliding_window_attention
# mistake: Lays all leading axes together and does not part them again.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d = Q.shape[-2:]
    q, k, v = (X.reshape(-1, n, X.shape[-1]) for X in (Q, K, V))
    out = np.zeros((len(q), n, V.shape[-1]))
    for i in range(n):
        lo, hi = max(0, i - window), i + 1 if causal else min(n, i + window + 1)
        s = np.einsum("bd,bjd->bj", q[:, i], k[:, lo:hi]) / np.sqrt(d)
        w = np.exp(s - s.max(axis=1, keepdims=True))
        out[:, i] = np.einsum("bj,bjd->bd", w / w.sum(axis=1, keepdims=True), v[:, lo:hi])
    return out
