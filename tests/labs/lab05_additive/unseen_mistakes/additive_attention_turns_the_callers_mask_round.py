# task: additive_attention
# mistake: Turns the mask round in place, for the caller too.
# diagnosis: mask-turned-round-in-place
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        hidden = np.logical_not(mask, out=mask)
        s = np.where(hidden, -np.inf, s)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
