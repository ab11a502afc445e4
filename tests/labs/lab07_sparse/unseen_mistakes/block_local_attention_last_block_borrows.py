# task: block_local_attention
# mistake: Takes the last block_size positions as the last block, which borrows from the one before.
# diagnosis: blocks-last-reaches-back
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    size = min(block_size, n)
    out = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for start in range(0, n, size):
        a = min(start, n - size)
        rows = np.s_[..., a : a + size, :]
        s = Q[rows] @ np.swapaxes(K[rows], -1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        keep = start - a
        out[..., start : a + size, :] = (w / w.sum(-1, keepdims=True) @ V[rows])[..., keep:, :]
    return out
