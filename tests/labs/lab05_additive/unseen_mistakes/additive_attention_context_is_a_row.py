# task: additive_attention
# mistake: Keeps the axis that it gave to the query.
# diagnosis: results-with-an-axis-of-one
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)[..., None, :]
    if mask is not None:
        s = np.where(mask[..., None, :], s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return w @ values, w
