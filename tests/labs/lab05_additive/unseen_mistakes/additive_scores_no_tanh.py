# task: additive_scores
# mistake: Leaves the tanh out, so that hidden units just add up.
# diagnosis: no-tanh
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = (query @ W_q)[..., None, :] + keys @ W_k
    return hidden @ v
