# task: scaled_dot_product_attention
# style: Recursion over the leading axes, with the mask spread out to the full shape first.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    if mask is None:
        mask = True
    mask = np.broadcast_to(mask, Q.shape[:-1] + (K.shape[-2],))
    if Q.ndim > 2:
        parts = [scaled_dot_product_attention(*p) for p in zip(Q, K, V, mask)]
        outputs, weights = zip(*parts)
        return np.stack(outputs), np.stack(weights)
    scores = np.dot(Q / np.sqrt(Q.shape[1]), K.T)
    scores[~mask] = -np.inf
    e = np.exp(scores - scores.max(axis=1)[:, None])
    w = e / e.sum(axis=1)[:, None]
    return np.dot(w, V), w
