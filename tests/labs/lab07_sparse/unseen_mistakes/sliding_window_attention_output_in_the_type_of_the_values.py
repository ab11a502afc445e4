# task: sliding_window_attention
# mistake: Makes the output in the type of V, which cuts it down to whole numbers if they are integers.
# diagnosis: sliding-whole-outputs
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    out = np.zeros_like(V)
    n = Q.shape[-2]
    for a in range(0, n, 50):
        b = min(a + 50, n)
        lo, hi = max(0, a - window), min(n, b + window)
        back = np.arange(a, b)[:, None] - np.arange(lo, hi)
        ok = (back <= window) & (back >= (0 if causal else -window))
        s = Q[..., a:b, :] @ K[..., lo:hi, :].swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(axis=-1, keepdims=True)) * ok
        out[..., a:b, :] = w / w.sum(axis=-1, keepdims=True) @ V[..., lo:hi, :]
    return out
