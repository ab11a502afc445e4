# task: scaled_dot_product_attention
# mistake: Returns the output without the weights.
# diagnosis: attention-returns-only-output
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    attention = softmax(scores)
    return np.einsum("...qk,...kd->...qd", attention, V)
