# task: scaled_dot_product_attention
# mistake: Multiplies the values by the transposed weights, which fits only when n_q equals n_k.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    output = np.einsum("...kq,...kd->...qd", weights, V)
    return output, weights
