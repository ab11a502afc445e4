# task: scaled_dot_product_attention
# mistake: Uses np.resize where broadcasting is meant, which deals the rows of a (batch, 1, n_k) mask out in turn.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        full = np.resize(mask, scores.shape)
        scores = np.where(full, scores, -1e9)
    weights = softmax(scores)
    return weights @ V, weights
