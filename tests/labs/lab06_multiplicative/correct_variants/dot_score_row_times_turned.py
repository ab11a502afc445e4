# task: dot_score
# style: A row times the turned states.
# %%
import numpy as np


def dot_score(h_t, states):
    row = h_t[..., None, :]
    return (row @ np.swapaxes(states, -1, -2))[..., 0, :]
