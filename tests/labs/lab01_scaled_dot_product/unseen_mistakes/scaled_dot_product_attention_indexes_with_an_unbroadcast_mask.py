# task: scaled_dot_product_attention
# mistake: Indexes the scores with the mask, which only works when the mask has the full shape of the scores.
# diagnosis: attention-indexes-with-the-mask
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores[~mask] = -np.inf
    weights = softmax(scores)
    return np.matmul(weights, V), weights
