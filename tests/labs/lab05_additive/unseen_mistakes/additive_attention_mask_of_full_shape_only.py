# task: additive_attention
# mistake: Indexes the scores by the mask, which must then be as large as they are.
# diagnosis: mask-as-large-as-the-scores
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s[~mask] = -np.inf
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
