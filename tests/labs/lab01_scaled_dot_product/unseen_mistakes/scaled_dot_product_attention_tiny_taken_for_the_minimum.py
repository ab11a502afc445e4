# task: scaled_dot_product_attention
# mistake: Fills blocked scores with finfo.tiny, which is nearly 0 and not a very negative number.
# diagnosis: attention-zeroes-the-scores
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, np.finfo(scores.dtype).tiny)
    weights = softmax(scores)
    return weights @ V, weights
