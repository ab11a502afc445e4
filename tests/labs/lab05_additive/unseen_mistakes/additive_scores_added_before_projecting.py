# task: additive_scores
# mistake: Adds query and key before the projection, which asks for equal sizes and gives the wrong sum.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    together = query[..., None, :] + keys
    return np.tanh(together @ W_k) @ v
