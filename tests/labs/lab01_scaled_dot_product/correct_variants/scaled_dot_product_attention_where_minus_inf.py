# task: scaled_dot_product_attention
# style: np.where with minus infinity between the two functions written before.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
