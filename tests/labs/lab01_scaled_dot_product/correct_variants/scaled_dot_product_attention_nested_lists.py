# task: scaled_dot_product_attention
# style: Both results are returned as nested Python lists.
# %%
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = np.asarray(attention_scores(Q, K))
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = np.asarray(softmax(scores))
    return (weights @ V).tolist(), weights.tolist()
