# task: additive_attention
# mistake: Returns the weights first.
# diagnosis: weights-then-context
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    scores = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = e / np.sum(e, axis=-1, keepdims=True)
    context = np.einsum("...n,...nd->...d", weights, values)
    return weights, context
