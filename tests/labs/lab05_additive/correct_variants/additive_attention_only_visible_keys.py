# task: additive_attention
# style: Sample by sample, with the visible keys alone.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    lead, n, d_v = keys.shape[:-2], keys.shape[-2], values.shape[-1]
    mask = np.broadcast_to(True if mask is None else mask, (*lead, n))
    context, weights = np.zeros((*lead, d_v)), np.zeros((*lead, n))
    for i in np.ndindex(*lead):
        seen = mask[i]
        s = additive_scores(query[i], keys[i][seen], W_q, W_k, v)
        e = np.exp(s - s.max())
        weights[i][seen] = e / e.sum()
        context[i] = weights[i] @ values[i]
    return context, weights
