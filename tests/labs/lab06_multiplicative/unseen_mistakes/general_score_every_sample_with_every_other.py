# task: general_score
# mistake: Multiplies stacks of rows by stacks of matrices: samples meet the states of other samples.
# diagnosis: general-rows-against-stacks
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return (h_t @ W) @ np.swapaxes(states, -1, -2)
