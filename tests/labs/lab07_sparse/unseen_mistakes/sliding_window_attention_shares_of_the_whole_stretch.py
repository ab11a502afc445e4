# task: sliding_window_attention
# mistake: Takes the softmax over all keys near a block of queries, and hides those out of reach afterwards.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    rows = []
    for a in range(0, n, 16):
        b = min(a + 16, n)
        lo, hi = max(0, a - window), min(n, b + window)
        s = Q[..., a:b, :] @ K[..., lo:hi, :].swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        w /= w.sum(-1, keepdims=True)
        back = np.subtract.outer(np.arange(a, b), np.arange(lo, hi))
        w = w * ((back <= window) & (back >= (0 if causal else -window)))
        rows.append(w @ V[..., lo:hi, :])
    return np.concatenate(rows, axis=-2)
