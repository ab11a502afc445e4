# task: scaled_dot_product_attention
# mistake: Inserts an axis for the queries into any mask of lower rank, also into (n_q, n_k) masks that need none.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        if mask.ndim < scores.ndim:
            mask = np.expand_dims(mask, -2)
        scores = np.where(mask, scores, -1e9)
    weights = softmax(scores)
    return weights @ V, weights
