# task: scaled_dot_product_attention
# style: The scores are multiplied by the mask and a large negative number is added elsewhere.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K, scale=True)
    if mask is not None:
        keep = mask.astype(float)
        scores = scores * keep + (1.0 - keep) * -1e9
    weights = softmax(scores)
    return np.einsum("...ij,...jk->...ik", weights, V), weights
