# task: sliding_window_attention
# mistake: Cuts along the first axis, which in a batch is not the positions.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    n = Q.shape[0]
    out = []
    for i in range(n):
        lo = max(0, i - window)
        hi = i + 1 if causal else min(n, i + window + 1)
        s = Q[i] @ np.swapaxes(K[lo:hi], -1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        w = w / w.sum(axis=-1, keepdims=True)
        out.append(w @ V[lo:hi])
    return np.array(out)
