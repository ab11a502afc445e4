# task: additive_attention
# mistake: Divides the scores by the root of d_k.
# diagnosis: attention-divided-by-the-root-of-the-keys
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v) / np.sqrt(keys.shape[-1])
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
