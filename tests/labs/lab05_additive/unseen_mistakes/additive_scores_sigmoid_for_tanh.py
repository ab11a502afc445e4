# task: additive_scores
# mistake: Squashes by the sigmoid.
# diagnosis: sigmoid-for-tanh
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    z = (query @ W_q)[..., None, :] + keys @ W_k
    return (1 / (1 + np.exp(-z))) @ v
