# task: additive_scores
# mistake: Makes v a column and keeps the axis of length one.
# diagnosis: scores-with-an-axis-of-one
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    hidden = np.tanh((query @ W_q)[..., None, :] + keys @ W_k)
    return hidden @ v.reshape(-1, 1)
