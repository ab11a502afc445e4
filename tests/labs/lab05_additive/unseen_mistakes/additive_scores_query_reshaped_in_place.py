# task: additive_scores
# mistake: Gives the caller's own query another axis by assigning to its shape.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    query.shape = (*query.shape[:-1], 1, query.shape[-1])
    return np.tanh(query @ W_q + keys @ W_k) @ v
