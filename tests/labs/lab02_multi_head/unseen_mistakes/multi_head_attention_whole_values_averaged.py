# task: multi_head_attention
# mistake: Splits only Q and K; every head reads the whole of V, and the heads are averaged.
# diagnosis: heads-share-their-weights
# %%
import numpy as np


# %%
def multi_head_attention(Q, K, V, num_heads=4):
    q, k = split_heads(Q, num_heads), split_heads(K, num_heads)
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    w = np.exp(s)
    w = w / w.sum(axis=-1, keepdims=True)
    return w.mean(axis=-3) @ V
