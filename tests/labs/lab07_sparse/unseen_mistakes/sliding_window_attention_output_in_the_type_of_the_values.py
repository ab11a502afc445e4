# task: sliding_window_attention
# mistake: Makes the output in the type of V, which cuts it down to whole numbers if they are integers.
# diagnosis: sliding-whole-outputs
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    out = np.zeros_like(V)
    n = Q.shape[-2]
    for i in range(n):
        lo = max(0, i - window)
        hi = i + 1 if causal else min(n, i + window + 1)
        s = (K[..., lo:hi, :] @ Q[..., i, :, np.newaxis])[..., 0] / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        w = w / w.sum(axis=-1, keepdims=True)
        out[..., i, :] = (w[..., np.newaxis, :] @ V[..., lo:hi, :])[..., 0, :]
    return out
