# task: block_local_attention
# style: The first block, and then the rest by the same function.
# %%
import numpy as np


def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    step = max(block_size, n // 2 // block_size * block_size)
    if n <= block_size:
        s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        return np.einsum("...ij,...jd->...id", w / w.sum(-1, keepdims=True), V)
    first = block_local_attention(Q[..., :step, :], K[..., :step, :], V[..., :step, :], block_size)
    rest = block_local_attention(Q[..., step:, :], K[..., step:, :], V[..., step:, :], block_size)
    return np.concatenate([first, rest], axis=-2)
