# task: scaled_dot_product_attention
# mistake: Divides by the root of d_k once more although attention_scores has done so.
# diagnosis: attention-divided-by-d-k
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scores = attention_scores(Q, K) / np.sqrt(d_k)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    output = weights @ V
    return output, weights
