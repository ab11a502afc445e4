# task: additive_scores
# mistake: Averages over the hidden units where it should add.
# diagnosis: mean-of-weighted-units
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
    return np.mean(hidden * v, axis=-1)
