# task: general_score
# mistake: Divides by the root of d_s.
# diagnosis: general-divided-by-the-root-of-the-states
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return dot_score(h_t @ W, states) / np.sqrt(states.shape[-1])
