# task: dot_score
# mistake: Uses inner, which compares each sample's target state with the states of all samples.
# diagnosis: dot-by-inner
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return np.inner(h_t, states)
