# task: additive_attention
# mistake: Sets hidden weights to zero after the softmax and leaves it there.
# diagnosis: mask-after-the-softmax
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    if mask is not None:
        w = w * mask
    return np.einsum("...n,...nd->...d", w, values), w
