# task: sliding_window_attention
# mistake: Answers a block of queries with all keys that any of them sees, without a mask.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[-2]
    step = max(window, 2)
    parts = []
    for start in range(0, n, step):
        stop = min(start + step, n)
        lo, hi = max(0, start - window), stop if causal else min(n, stop + window)
        s = Q[..., start:stop, :] @ np.swapaxes(K[..., lo:hi, :], -1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        parts.append(w / w.sum(-1, keepdims=True) @ V[..., lo:hi, :])
    return np.concatenate(parts, axis=-2)
