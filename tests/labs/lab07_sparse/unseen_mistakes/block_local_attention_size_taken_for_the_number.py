# task: block_local_attention
# mistake: Makes block_size blocks in the place of blocks of block_size.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    edges = [n * b // block_size for b in range(block_size + 1)]
    parts = []
    for a, b in zip(edges[:-1], edges[1:]):
        if a == b:
            continue
        s = Q[..., a:b, :] @ K[..., a:b, :].swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        parts.append(w / w.sum(-1, keepdims=True) @ V[..., a:b, :])
    return np.concatenate(parts, axis=-2)
