# task: additive_attention
# style: An additive mask of 0 and -1e30.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    bias = 0.0 if mask is None else np.where(mask, 0.0, -1e30)
    scores = additive_scores(query, keys, W_q, W_k, v) + bias
    p = np.exp(scores - np.max(scores, -1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    return np.matmul(np.swapaxes(values, -1, -2), p[..., None])[..., 0], p
