# task: general_score
# mistake: Keeps the axis that it gave to the target state.
# diagnosis: general-keeps-a-row
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return np.expand_dims(h_t, -2) @ W @ np.swapaxes(states, -1, -2)
