# task: additive_attention
# mistake: Squashes each score by itself: weights do not sum to one.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = 0.5 * (1 + np.tanh(s / 2))
    return np.einsum("...n,...nd->...d", w, values), w
