# task: scaled_dot_product_attention
# mistake: Turns the mask round in place, so that the caller's mask means the opposite afterwards.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        blocked = np.logical_not(mask, out=mask)
        scores = np.where(blocked, -np.inf, scores)
    weights = softmax(scores)
    return weights @ V, weights
