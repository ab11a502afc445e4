# task: additive_scores
# mistake: Puts the new axis behind the hidden units and not before them.
# diagnosis: axis-behind-the-units
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    q = (query @ W_q)[..., np.newaxis]
    k = keys @ W_k
    return np.tanh(q + k) @ v
