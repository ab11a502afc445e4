# task: additive_scores
# mistake: Adds the hidden units up and forgets v.
# diagnosis: sum-of-hidden-units
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
    return hidden.sum(axis=-1)
