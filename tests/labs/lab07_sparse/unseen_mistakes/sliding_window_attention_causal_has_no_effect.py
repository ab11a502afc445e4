# task: sliding_window_attention
# mistake: Takes the argument causal and never looks at it.
# diagnosis: sliding-never-causal
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    out = np.empty((*Q.shape[:-1], V.shape[-1]))
    for start in range(0, n, 32):
        stop = min(n, start + 32)
        lo, hi = max(0, start - window), min(n, stop + window)
        s = Q[..., start:stop, :] @ np.swapaxes(K[..., lo:hi, :], -1, -2) / np.sqrt(Q.shape[-1])
        far = abs(np.arange(start, stop)[:, None] - np.arange(lo, hi)) > window
        s = np.where(far, -np.inf, s)
        w = np.exp(s - s.max(-1, keepdims=True))
        out[..., start:stop, :] = w / w.sum(-1, keepdims=True) @ V[..., lo:hi, :]
    return out
