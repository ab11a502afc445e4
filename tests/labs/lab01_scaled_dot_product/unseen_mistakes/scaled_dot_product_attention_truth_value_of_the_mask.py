# task: scaled_dot_product_attention
# mistake: Writes `if mask`, which is an error for an array of more than one element.
# diagnosis: attention-asks-for-the-truth-of-the-mask
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
