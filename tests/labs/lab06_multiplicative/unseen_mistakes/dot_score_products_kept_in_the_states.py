# task: dot_score
# mistake: Multiplies into the caller's states.
# diagnosis: dot-changes-the-states
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    states *= h_t[..., None, :]
    return states.sum(axis=-1)
