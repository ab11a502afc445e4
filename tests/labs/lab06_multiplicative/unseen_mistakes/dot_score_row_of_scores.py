# task: dot_score
# mistake: Keeps the axis that it gave to the target state.
# diagnosis: dot-keeps-a-row
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return h_t[..., None, :] @ np.swapaxes(states, -1, -2)
