# task: scaled_dot_product_attention
# mistake: Applies the mask only when it has exactly the shape of the scores and silently drops any other.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None and mask.shape == scores.shape:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
