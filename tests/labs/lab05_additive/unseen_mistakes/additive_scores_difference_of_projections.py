# task: additive_scores
# mistake: Subtracts the keys.
# diagnosis: difference-of-projections
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    return np.tanh(np.subtract((query @ W_q)[..., None, :], keys @ W_k)) @ v
