# task: block_local_attention
# mistake: Shares the positions out evenly with array_split, which makes blocks of other sizes.
# diagnosis: blocks-of-even-sizes
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    count = -(-Q.shape[-2] // block_size)
    parts = []
    for q, k, v in zip(*(np.array_split(X, count, axis=-2) for X in (Q, K, V))):
        s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        parts.append(w / w.sum(-1, keepdims=True) @ v)
    return np.concatenate(parts, axis=-2)
