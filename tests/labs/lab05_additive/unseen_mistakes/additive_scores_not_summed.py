# task: additive_scores
# mistake: Multiplies by v and forgets to add up.
# diagnosis: v-times-units-not-added
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    return v * np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
