# task: additive_attention
# mistake: Compares the query with the values and averages the keys: the two have changed places.
# diagnosis: values-for-keys
# %%
import numpy as np


# %%
def additive_attention(query, values, keys, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    s = s if mask is None else np.where(mask, s, -1e9)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
