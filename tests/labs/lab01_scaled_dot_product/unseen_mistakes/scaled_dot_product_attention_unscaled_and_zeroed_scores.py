# task: scaled_dot_product_attention
# mistake: Leaves the scaling out and also multiplies the scores by the mask, which makes blocked scores 0 only.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2)
    if mask is not None:
        scores = scores * mask
    weights = softmax(scores)
    return weights @ V, weights
