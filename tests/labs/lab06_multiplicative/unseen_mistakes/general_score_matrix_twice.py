# task: general_score
# mistake: Projects both: the target state by W and then the states too.
# diagnosis: none
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    query = h_t @ W
    keys = states @ W.T @ W
    return np.einsum("...d,...nd->...n", query, keys)
