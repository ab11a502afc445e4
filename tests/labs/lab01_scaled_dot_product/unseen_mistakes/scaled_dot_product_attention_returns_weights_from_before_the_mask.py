# task: scaled_dot_product_attention
# mistake: The output is masked but the returned weights are those without the mask.
# diagnosis: attention-returns-unmasked-weights
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    scores = attention_scores(Q, K)
    weights = softmax(scores)
    if mask is None:
        return weights @ V, weights
    masked = np.where(mask, scores, -np.inf)
    output = softmax(masked) @ V
    return output, weights
