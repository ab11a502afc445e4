# task: scaled_dot_product_attention
# style: The mask comes after the softmax and the rows are normalised again, with the shift taken from the allowed scores.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is None:
        weights = softmax(scores)
        return weights @ V, weights
    mask = np.broadcast_to(mask, scores.shape)
    top = np.where(mask, scores, -np.inf).max(axis=-1, keepdims=True)
    # a blocked score above the best allowed one is pulled down to it, so that
    # the allowed weights cannot vanish before the rows are normalised again
    weights = softmax(np.minimum(scores, top))
    weights = weights * mask
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights
