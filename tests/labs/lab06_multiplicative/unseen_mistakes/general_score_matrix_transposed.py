# task: general_score
# mistake: Multiplies by the transpose, which fits square matrices only and is wrong for these too.
# diagnosis: general-matrix-turned
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return dot_score(h_t @ W.T, states)
