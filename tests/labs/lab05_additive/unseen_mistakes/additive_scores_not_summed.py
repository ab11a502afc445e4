# task: additive_scores
# mistake: Multiplies by v and forgets to add up.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    return v * np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
