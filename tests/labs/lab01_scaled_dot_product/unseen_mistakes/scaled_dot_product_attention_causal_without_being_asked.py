# task: scaled_dot_product_attention
# mistake: Uses a causal mask when no mask is given.
# diagnosis: none
# %%
import numpy as np


# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    if mask is None:
        mask = np.tril(np.ones((n_q, n_k), dtype=bool))
    scores = np.where(mask, attention_scores(Q, K), -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
