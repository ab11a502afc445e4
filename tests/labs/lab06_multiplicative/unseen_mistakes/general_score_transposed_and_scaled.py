# task: general_score
# mistake: Multiplies by the transpose and divides by the root of the size.
# diagnosis: none
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return np.einsum("...i,...nj,ji->...n", h_t, states, W) / np.sqrt(len(W))
