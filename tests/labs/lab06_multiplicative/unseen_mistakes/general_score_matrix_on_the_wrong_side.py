# task: general_score
# mistake: Multiplies the states by W and not the target state.
# diagnosis: general-matrix-meets-the-states
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return np.einsum("...nd,...d->...n", states @ W, h_t)
