# task: dot_score
# mistake: Multiplies and forgets to add up.
# diagnosis: dot-not-summed
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return h_t[..., np.newaxis, :] * states
