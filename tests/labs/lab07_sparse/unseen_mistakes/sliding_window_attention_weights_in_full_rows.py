# task: sliding_window_attention
# mistake: Writes the few weights of each query into a row of length n.
# diagnosis: sliding-masks-dense-scores
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n, d_k = Q.shape[-2:]
    weights = np.zeros(Q.shape[:-1] + (n,))
    for i in range(n):
        lo = max(0, i - window)
        hi = i + 1 if causal else min(n, i + window + 1)
        s = (K[..., lo:hi, :] @ Q[..., i, :, None])[..., 0] / np.sqrt(d_k)
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        weights[..., i, lo:hi] = e / e.sum(axis=-1, keepdims=True)
    return weights @ V
