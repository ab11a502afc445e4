# task: dot_score
# mistake: Multiplies without an axis for the states: right for a single target state only.
# diagnosis: dot-states-meet-samples
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return np.sum(h_t * states, axis=-1)
