# task: sliding_window_attention
# mistake: Forgets that a slice leaves its end out: the rightmost neighbour is missing.
# diagnosis: sliding-right-end-excluded
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    out = np.zeros(Q.shape[:-1] + (V.shape[-1],))
    for i in range(n):
        lo, hi = max(0, i - window), min(n, i + window)
        if causal:
            hi = i + 1
        hi = max(hi, lo + 1)
        s = np.sum(Q[..., i : i + 1, :] * K[..., lo:hi, :], axis=-1) / Q.shape[-1] ** 0.5
        w = np.exp(s - s.max(-1, keepdims=True))
        w /= w.sum(-1, keepdims=True)
        out[..., i, :] = np.sum(w[..., None] * V[..., lo:hi, :], axis=-2)
    return out
