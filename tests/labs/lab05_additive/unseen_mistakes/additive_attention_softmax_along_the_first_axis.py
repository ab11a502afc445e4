# task: additive_attention
# mistake: Normalises along axis 0: over the samples as soon as there is a batch.
# diagnosis: softmax-over-axis-zero-of-low-scores
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    w = np.exp(s - s.max(axis=0))
    w = w / w.sum(axis=0)
    return np.einsum("...n,...nd->...d", w, values), w
