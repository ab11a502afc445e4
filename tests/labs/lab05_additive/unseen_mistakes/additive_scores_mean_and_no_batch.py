# task: additive_scores
# mistake: Averages the hidden units in the place of v, along an axis that is theirs without a batch only.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
    return hidden.mean(axis=1)
