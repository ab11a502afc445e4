# task: block_local_attention
# mistake: Normalises each block down its columns.
# diagnosis: blocks-softmax-over-queries
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    out = np.empty((*Q.shape[:-1], V.shape[-1]))
    for a in range(0, Q.shape[-2], block_size):
        q, k, v = (X[..., a : a + block_size, :] for X in (Q, K, V))
        s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        w = np.exp(s - s.max(-2, keepdims=True))
        w /= w.sum(-2, keepdims=True)
        out[..., a : a + block_size, :] = w @ v
    return out
