# task: block_local_attention
# mistake: Lets what is left at the end attend to the whole sequence.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n, d = Q.shape[-2:]

    def attend(q, k, v):
        s = q @ k.swapaxes(-1, -2) / np.sqrt(d)
        w = np.exp(s - s.max(-1, keepdims=True))
        return w / w.sum(-1, keepdims=True) @ v

    full = n - n % block_size
    parts = [
        attend(Q[..., a : a + block_size, :], K[..., a : a + block_size, :], V[..., a : a + block_size, :])
        for a in range(0, full, block_size)
    ]
    if full < n:
        parts.append(attend(Q[..., full:, :], K, V))
    return np.concatenate(parts, axis=-2)
