# task: scaled_dot_product_attention
# mistake: Takes the softmax over the queries, so that the columns and not the rows add up to 1.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    weights = softmax(scores, axis=-2)
    return weights @ V, weights
