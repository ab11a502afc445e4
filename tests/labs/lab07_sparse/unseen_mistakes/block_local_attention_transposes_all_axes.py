# task: block_local_attention
# mistake: Turns all axes round with .T and slices without the dots: right for single matrices only.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    blocks = []
    for a in range(0, len(Q), block_size):
        q, k, v = Q[a : a + block_size], K[a : a + block_size], V[a : a + block_size]
        s = q @ k.T / np.sqrt(q.shape[-1])
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        blocks.append(w / w.sum(axis=-1, keepdims=True) @ v)
    return np.concatenate(blocks)
