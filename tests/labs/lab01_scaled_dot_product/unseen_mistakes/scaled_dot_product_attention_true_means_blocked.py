# task: scaled_dot_product_attention
# mistake: Reads the mask the wrong way round: blocks where it is True.
# diagnosis: attention-true-means-a-large-negative-score
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, -1e9, scores)
    weights = softmax(scores)
    return weights @ V, weights
