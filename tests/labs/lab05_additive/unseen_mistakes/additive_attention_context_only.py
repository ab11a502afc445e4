# task: additive_attention
# mistake: Returns the context and keeps the weights.
# diagnosis: context-alone
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    scores = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.einsum("...n,...nd->...d", e / e.sum(axis=-1, keepdims=True), values)
