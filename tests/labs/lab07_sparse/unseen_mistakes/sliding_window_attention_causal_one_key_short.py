# task: sliding_window_attention
# mistake: With causal it sees window keys, itself among them, and not window + 1.
# diagnosis: sliding-causal-window-counts-itself
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    rows = []
    for i in range(n):
        lo, hi = max(0, i - window), min(n, i + window + 1)
        if causal:
            lo, hi = max(0, i - max(window, 1) + 1), i + 1
        k, v, q = K[..., lo:hi, :], V[..., lo:hi, :], Q[..., i, :]
        s = (k * q[..., None, :]).sum(-1) / np.sqrt(q.shape[-1])
        e = np.exp(s - s.max(-1)[..., None])
        rows.append((e[..., None] * v).sum(-2) / e.sum(-1)[..., None])
    return np.stack(rows, -2)
