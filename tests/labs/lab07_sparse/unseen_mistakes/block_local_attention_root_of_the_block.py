# task: block_local_attention
# mistake: Divides by the root of the block's size.
# diagnosis: blocks-root-of-the-block-size
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    out = np.empty((*Q.shape[:-1], V.shape[-1]))
    for a in range(0, Q.shape[-2], block_size):
        rows = slice(a, a + block_size)
        s = Q[..., rows, :] @ K[..., rows, :].swapaxes(-1, -2) / np.sqrt(block_size)
        w = np.exp(s - s.max(-1, keepdims=True))
        out[..., rows, :] = w / w.sum(-1, keepdims=True) @ V[..., rows, :]
    return out
