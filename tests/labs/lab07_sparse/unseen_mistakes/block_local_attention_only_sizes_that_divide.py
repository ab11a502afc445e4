# task: block_local_attention
# mistake: Refuses lengths that are no multiple of block_size.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    *lead, n, d = Q.shape
    assert n % block_size == 0, "n must be divisible by block_size"
    q, k = Q.reshape(*lead, n // block_size, block_size, d), K.reshape(*lead, n // block_size, block_size, d)
    v = V.reshape(*lead, n // block_size, block_size, -1)
    s = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(d)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w @ v).reshape(*lead, n, -1)
