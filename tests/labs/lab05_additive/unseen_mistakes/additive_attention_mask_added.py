# task: additive_attention
# mistake: Adds the mask to the scores as it is: seen keys get one more.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = s + mask
    w = np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)
    return (w[..., np.newaxis] * values).sum(axis=-2), w
