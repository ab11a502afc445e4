# task: scaled_dot_product_attention
# style: numpy.ma leaves the blocked scores out of the maximum and of the sum.
# %%
import numpy as np
from numpy import ma


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is None:
        hidden = np.zeros(scores.shape, dtype=bool)
    else:
        hidden = np.broadcast_to(np.logical_not(mask), scores.shape)
    scores = ma.array(scores, mask=hidden)
    with np.errstate(over="ignore"):  # only hidden entries can overflow
        e = ma.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = (e / e.sum(axis=-1, keepdims=True)).filled(0.0)
    return weights @ V, weights
