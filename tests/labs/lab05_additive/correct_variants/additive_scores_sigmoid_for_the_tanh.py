# task: additive_scores
# style: tanh x = 2 sigmoid(2x) - 1.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    x = (query @ W_q)[..., None, :] + keys @ W_k
    with np.errstate(over="ignore"):
        return (2 / (1 + np.exp(-2 * x)) - 1) @ v
