# task: additive_scores
# mistake: Takes a ReLU.
# diagnosis: relu-for-tanh
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    z = (query @ W_q)[..., None, :] + keys @ W_k
    return np.maximum(z, 0) @ v
