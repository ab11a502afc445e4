# task: block_local_attention
# mistake: Writes the output into V, block by block.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    V = np.asarray(V, dtype=float)
    for a in range(0, Q.shape[-2], block_size):
        rows = np.s_[..., a : a + block_size, :]
        s = Q[rows] @ K[rows].swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        V[rows] = w / w.sum(-1, keepdims=True) @ V[rows]
    return V
