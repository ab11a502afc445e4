# task: additive_attention
# mistake: Averages the keys and never looks at the values.
# diagnosis: average-of-the-keys
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w[..., None] * keys).sum(-2), w
