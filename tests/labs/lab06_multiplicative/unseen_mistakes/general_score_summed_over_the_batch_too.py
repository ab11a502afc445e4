# task: general_score
# mistake: Leaves the dots out of the result and so adds the samples up.
# diagnosis: general-samples-added-up
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    h = np.atleast_2d(h_t).reshape(-1, h_t.shape[-1])
    s = states.reshape(-1, *states.shape[-2:])
    return np.einsum("bt,ts,bns->n", h, W, s)
