# task: block_local_attention
# mistake: Answers whole blocks only, into an array of zeros.
# diagnosis: blocks-leave-the-rest-zero
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    out = np.zeros(Q.shape[:-1] + (V.shape[-1],))
    for start in range(0, n - block_size + 1, block_size):
        q, k, v = (X[..., start : start + block_size, :] for X in (Q, K, V))
        s = q @ np.moveaxis(k, -1, -2) / np.sqrt(k.shape[-1])
        w = np.exp(s - np.max(s, axis=-1, keepdims=True))
        out[..., start : start + block_size, :] = w / np.sum(w, axis=-1, keepdims=True) @ v
    return out
