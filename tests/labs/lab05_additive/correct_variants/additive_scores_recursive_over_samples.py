# task: additive_scores
# style: Recursive over leading axes; one sample is a matrix product.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    if keys.ndim > 2:
        return np.array([additive_scores(q, k, W_q, W_k, v) for q, k in zip(query, keys)])
    return np.tanh(query @ W_q + keys @ W_k) @ v
