# task: additive_scores
# style: The tanh by the exponential of a negative number, so that nothing overflows.
# %%
import numpy as np


# %%
def bend(x):
    small = np.exp(-2 * np.abs(x))
    return np.sign(x) * (1 - small) / (1 + small)


# %%
def additive_scores(query, keys, W_q, W_k, v):
    inner = np.expand_dims(np.dot(query, W_q), -2) + np.dot(keys, W_k)
    return (bend(inner) * v).sum(-1)
