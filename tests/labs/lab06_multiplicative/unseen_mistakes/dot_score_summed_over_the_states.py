# task: dot_score
# mistake: Adds along the states and not along the features.
# diagnosis: dot-summed-over-the-states
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return (np.expand_dims(h_t, -2) * states).sum(axis=-2)
