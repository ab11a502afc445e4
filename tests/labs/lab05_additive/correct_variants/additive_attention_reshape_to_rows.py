# task: additive_attention
# style: Row vectors of weights times values by a matrix product.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    scores = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps / exps.sum(axis=-1, keepdims=True)
    context = weights[..., None, :] @ values
    return context[..., 0, :], weights
