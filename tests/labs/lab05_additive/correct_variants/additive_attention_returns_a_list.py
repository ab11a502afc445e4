# task: additive_attention
# style: Two results in a list.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    scores = additive_scores(query, keys, W_q, W_k, v).astype(float)
    if mask is not None:
        scores[~np.broadcast_to(mask, scores.shape)] = -np.inf
    scores -= scores.max(axis=-1)[..., np.newaxis]
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1)[..., np.newaxis]
    return [np.einsum("...i,...ij->...j", weights, values), weights]
