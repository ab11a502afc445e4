# task: block_local_attention
# mistake: Makes the output in the shape and type of Q.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    out = np.zeros_like(Q)
    for a in range(0, Q.shape[-2], block_size):
        rows = np.s_[..., a : a + block_size, :]
        s = np.einsum("...id,...jd->...ij", Q[rows], K[rows]) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        out[rows] = w / w.sum(-1, keepdims=True) @ V[rows]
    return out
