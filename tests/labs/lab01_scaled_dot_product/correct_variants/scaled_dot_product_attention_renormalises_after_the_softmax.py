# task: scaled_dot_product_attention
# style: Masks after the softmax and normalises again: mathematically equal for scores of ordinary size.
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    weights = softmax(attention_scores(Q, K), axis=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(axis=-1, keepdims=True)
    return np.matmul(weights, V), weights
