# task: additive_attention
# mistake: Multiplies the scores by the mask: a score of 0 is not hidden.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = s * mask
    w = np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
