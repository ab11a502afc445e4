# task: additive_attention
# mistake: Takes the mean of the weighted values, which divides by n once more.
# diagnosis: context-divided-by-n
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return np.mean(w[..., None] * values, axis=-2), w
