# task: additive_attention
# mistake: Divides by one sum for the whole batch.
# diagnosis: softmax-over-everything
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max())
    w = w / w.sum()
    return (np.expand_dims(w, -1) * values).sum(-2), w
