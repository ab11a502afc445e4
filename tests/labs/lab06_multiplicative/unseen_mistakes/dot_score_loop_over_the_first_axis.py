# task: dot_score
# mistake: Loops over the first axis, which in a batch are samples.
# diagnosis: none
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return np.array([np.dot(s, h_t) for s in states])
