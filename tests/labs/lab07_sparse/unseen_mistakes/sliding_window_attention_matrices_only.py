# task: sliding_window_attention
# mistake: Unpacks the shape into two numbers: no batch fits.
# diagnosis: sliding-one-sample-only
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d_k = Q.shape
    out = np.zeros((n, V.shape[1]))
    for i in range(n):
        lo = max(0, i - window)
        hi = i + 1 if causal else min(n, i + window + 1)
        s = K[lo:hi] @ Q[i] / np.sqrt(d_k)
        w = np.exp(s - s.max())
        out[i] = w / w.sum() @ V[lo:hi]
    return out
