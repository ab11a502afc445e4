# task: scaled_dot_product_attention
# mistake: np.dot combines every batch element with the values of all the others.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    output = np.dot(weights, V)
    return output, weights
