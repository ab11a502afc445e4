# task: block_local_attention
# mistake: Adds one to the end of the keys' slice.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    outs = []
    for a in range(0, n, block_size):
        b = a + block_size
        s = np.einsum("...id,...jd->...ij", Q[..., a:b, :], K[..., a : b + 1, :]) / np.sqrt(K.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        w = w / w.sum(-1, keepdims=True)
        outs.append(np.einsum("...ij,...jd->...id", w, V[..., a : b + 1, :]))
    return np.concatenate(outs, -2)
