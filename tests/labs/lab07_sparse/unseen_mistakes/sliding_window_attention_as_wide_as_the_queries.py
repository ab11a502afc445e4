# task: sliding_window_attention
# mistake: Makes the output in the shape of Q, and so asks for d_v = d_k.
# diagnosis: none
# %%
import numpy as np


# %%
def sliding_window_attention(Q, K, V, window, causal=False):
    out = np.zeros_like(Q, dtype=float)
    norm = np.zeros(Q.shape[:-1] + (1,))
    n = Q.shape[-2]
    for o in range(-min(window, n - 1), 1 if causal else min(window, n - 1) + 1):
        i = np.arange(max(0, -o), min(n, n - o))
        e = np.exp(np.sum(Q[..., i, :] * K[..., i + o, :], axis=-1, keepdims=True) / np.sqrt(Q.shape[-1]))
        out[..., i, :] += e * V[..., i + o, :]
        norm[..., i, :] += e
    return out / norm
