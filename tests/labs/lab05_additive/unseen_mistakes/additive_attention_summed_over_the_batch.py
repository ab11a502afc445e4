# task: additive_attention
# mistake: Adds along axis 0, which are the keys without a batch only.
# diagnosis: added-over-axis-zero
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return sum(w[..., None] * values), w
