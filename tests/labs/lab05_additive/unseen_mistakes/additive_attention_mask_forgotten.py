# task: additive_attention
# mistake: Takes a mask and never looks at it.
# diagnosis: attention-without-the-mask
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
