# task: additive_scores
# mistake: Adds along axis 1, which are the hidden units without a batch only.
# diagnosis: sum-over-axis-one
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
    return np.sum(hidden * v, axis=1)
