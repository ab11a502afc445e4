# task: additive_attention
# mistake: Hides where the mask is True.
# diagnosis: attention-mask-turned-round
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, -1e9, s)
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w = w / w.sum(axis=-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
