# task: block_local_attention
# mistake: The right numbers by way of all n x n scores.
# diagnosis: blocks-mask-dense-scores
# %%
import numpy as np


# %%
def block_local_attention(Q, K, V, block_size):
    block = np.arange(Q.shape[-2]) // block_size
    mask = block[:, None] == block[None, :]
    s = np.where(mask, Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1]), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    return w / w.sum(-1, keepdims=True) @ V
