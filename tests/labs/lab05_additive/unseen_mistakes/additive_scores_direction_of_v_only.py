# task: additive_scores
# mistake: Divides v by its length, as in a later variant of this attention.
# diagnosis: v-of-length-one
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    direction = v / np.linalg.norm(v)
    return np.tanh((query @ W_q)[..., None, :] + keys @ W_k) @ direction
