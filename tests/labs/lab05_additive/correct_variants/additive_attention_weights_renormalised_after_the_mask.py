# task: additive_attention
# style: Softmax first, then the mask, then the sum once more.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    s = additive_scores(query, keys, W_q, W_k, v)
    seen = np.ones(s.shape, dtype=bool) if mask is None else np.broadcast_to(mask, s.shape)
    top = np.max(np.where(seen, s, -np.inf), axis=-1, keepdims=True)
    e = np.where(seen, np.exp(np.minimum(s - top, 0)), 0)
    w = e / e.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, values), w
