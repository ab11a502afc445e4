# task: additive_scores
# mistake: Multiplies the two projections.
# diagnosis: product-of-projections
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    return np.tanh((query @ W_q)[..., None, :] * (keys @ W_k)) @ v
