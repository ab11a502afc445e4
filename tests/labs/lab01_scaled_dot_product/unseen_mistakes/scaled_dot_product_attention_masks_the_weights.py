# task: scaled_dot_product_attention
# mistake: Sets weights to zero after the softmax and does not normalise again.
# diagnosis: attention-masks-the-weights
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    weights = softmax(attention_scores(Q, K), axis=-1)
    if mask is not None:
        weights = np.where(mask, weights, 0.0)
    output = weights @ V
    return output, weights
