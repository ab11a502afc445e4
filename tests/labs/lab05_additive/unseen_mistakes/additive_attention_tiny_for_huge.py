# task: additive_attention
# mistake: Adds -1e-9 in the place of -1e9.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = s + (1 - mask) * -1e-9
    w = np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)
    return (w[..., np.newaxis] * values).sum(axis=-2), w
