# task: scaled_dot_product_attention
# mistake: Hands the whole mask down to every batch element, so that masks with a batch axis are not split.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    if Q.ndim > 2:
        parts = [
            scaled_dot_product_attention(q, k, v, mask) for q, k, v in zip(Q, K, V)
        ]
        return np.stack([o for o, _ in parts]), np.stack([w for _, w in parts])
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
