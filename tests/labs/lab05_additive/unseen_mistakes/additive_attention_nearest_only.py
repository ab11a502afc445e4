# task: additive_attention
# mistake: Picks the value with the highest score: no average.
# diagnosis: attention-takes-the-best-key
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = (s == s.max(-1, keepdims=True)).astype(float)
    return np.einsum("...n,...nd->...d", w, values), w
