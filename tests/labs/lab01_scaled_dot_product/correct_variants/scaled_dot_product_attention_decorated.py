# task: scaled_dot_product_attention
# style: A decorator fills in the missing mask and spreads it to the full shape.
# %%
from functools import wraps

import numpy as np


def with_full_mask(attend):
    @wraps(attend)
    def inner(Q, K, V, mask=None):
        shape = Q.shape[:-1] + K.shape[-2:-1]
        if mask is None:
            full = np.full(shape, True)
        else:
            full = np.broadcast_to(mask, shape).copy()
        return attend(Q, K, V, full)

    return inner


@with_full_mask
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K).astype(float)
    scores[~mask] = -np.inf
    weights = softmax(scores, axis=scores.ndim - 1)
    return weights @ V, weights
