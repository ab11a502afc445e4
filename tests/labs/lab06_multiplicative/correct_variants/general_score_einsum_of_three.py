# task: general_score
# style: One einsum over all three arrays.
# %%
import numpy as np


def general_score(h_t, states, W):
    return np.einsum("...a,ab,...nb->...n", h_t, W, states, optimize=True)
