# task: dot_score
# mistake: Takes the mean over the features.
# diagnosis: dot-divided-by-d
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return (np.expand_dims(h_t, -2) * states).mean(axis=-1)
