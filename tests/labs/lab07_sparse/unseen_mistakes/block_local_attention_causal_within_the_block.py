# task: block_local_attention
# mistake: Hides the future within each block, which nobody asked for.
# diagnosis: blocks-causal
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    outs = []
    for a in range(0, n, block_size):
        q, k, v = Q[..., a : a + block_size, :], K[..., a : a + block_size, :], V[..., a : a + block_size, :]
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        s = np.where(np.tri(q.shape[-2], dtype=bool), s, -np.inf)
        w = np.exp(s - s.max(-1, keepdims=True))
        outs.append(w / w.sum(-1, keepdims=True) @ v)
    return np.concatenate(outs, axis=-2)
