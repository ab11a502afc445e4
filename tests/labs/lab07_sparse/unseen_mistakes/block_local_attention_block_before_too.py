# task: block_local_attention
# mistake: Lets a block see the one before it.
# diagnosis: blocks-see-the-block-before
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    parts = []
    for a in range(0, Q.shape[-2], block_size):
        lo, b = max(0, a - block_size), a + block_size
        s = Q[..., a:b, :] @ K[..., lo:b, :].swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        parts.append(w / w.sum(-1, keepdims=True) @ V[..., lo:b, :])
    return np.concatenate(parts, axis=-2)
