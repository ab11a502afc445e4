# task: additive_attention
# style: Recursive over leading axes.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    if keys.ndim > 2:
        masks = [None] * len(keys) if mask is None else np.broadcast_to(mask, keys.shape[:-1])
        rows = [additive_attention(q, k, u, W_q, W_k, v, m) for q, k, u, m in zip(query, keys, values, masks)]
        return tuple(np.stack(part) for part in zip(*rows))
    scores = np.tanh(query @ W_q + keys @ W_k) @ v
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    w = np.exp(scores - scores.max())
    w = w / w.sum()
    return w @ values, w
