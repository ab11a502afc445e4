# task: block_local_attention
# mistake: Folds the wrong way: a block holds positions a stride apart.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    count = -(-n // block_size)
    out = np.zeros(Q.shape[:-1] + V.shape[-1:])
    for r in range(count):
        q, k, v = (X[..., r::count, :] for X in (Q, K, V))
        s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        out[..., r::count, :] = w / w.sum(-1, keepdims=True) @ v
    return out
