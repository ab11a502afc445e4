# task: scaled_dot_product_attention
# style: An additive mask of zeros and very negative numbers is built inside.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = np.asarray(attention_scores(Q, K), dtype=np.float64)
    if mask is None:
        bias = 0.0
    else:
        mask = np.asarray(mask).astype(bool)
        bias = np.zeros(mask.shape)
        bias[~mask] = -1e30
    weights = softmax(scores + bias, -1)
    return np.matmul(weights, V), weights
