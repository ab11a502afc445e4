# task: multi_head_attention
# style: Weights from the logarithm of the sum of exponentials.
# %%
import numpy as np


def multi_head_attention(Q, K, V, num_heads=4):
    q, k, v = (split_heads(X, num_heads) for X in (Q, K, V))
    s = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(Q.shape[-1] / num_heads)
    log_weights = s - np.logaddexp.reduce(s, axis=-1, keepdims=True)
    return merge_heads(np.exp(log_weights) @ v)
