# task: scaled_dot_product_attention
# mistake: Returns (weights, output) in the wrong order.
# diagnosis: attention-returns-weights-first
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    s = attention_scores(Q, K)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    p = softmax(s)
    return p, p @ V
