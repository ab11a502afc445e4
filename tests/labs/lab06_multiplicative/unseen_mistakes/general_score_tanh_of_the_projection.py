# task: general_score
# mistake: Takes the tanh of the projected target state.
# diagnosis: general-squashed-projection
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return dot_score(np.tanh(h_t @ W), states)
