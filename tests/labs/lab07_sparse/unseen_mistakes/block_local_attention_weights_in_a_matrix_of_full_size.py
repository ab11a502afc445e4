# task: block_local_attention
# mistake: Attends block by block, but collects the weights in n x n numbers.
# diagnosis: none
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    n = Q.shape[-2]
    W = np.zeros((*Q.shape[:-2], n, n), dtype=np.float32)
    for a in range(0, n, block_size):
        b = min(a + block_size, n)
        s = Q[..., a:b, :] @ K[..., a:b, :].swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        s = np.exp(s - s.max(-1, keepdims=True))
        W[..., a:b, a:b] = s / s.sum(-1, keepdims=True)
    return W @ V
