# task: additive_attention
# mistake: Makes room for the context in the shape of a key.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    context = np.zeros_like(keys[..., 0, :], dtype=float)
    for j in range(keys.shape[-2]):
        context += w[..., j, None] * values[..., j, :]
    return context, w
