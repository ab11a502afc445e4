# task: additive_attention
# style: The softmax of Lab 1 by import, and a masked array.
# %%
import numpy as np

from attn_course.attention import softmax


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    scores = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        hidden = np.logical_not(np.broadcast_to(mask, scores.shape))
        scores = np.ma.array(scores, mask=hidden).filled(-1e20)
    weights = softmax(scores, axis=-1)
    context = np.sum(np.expand_dims(weights, -1) * values, axis=-2)
    return context, weights
