# task: dot_score
# style: NumPy's own product of vectors along the last axis.
# %%
import numpy as np


def dot_score(h_t, states):
    return np.vecdot(states, np.expand_dims(h_t, axis=-2))
