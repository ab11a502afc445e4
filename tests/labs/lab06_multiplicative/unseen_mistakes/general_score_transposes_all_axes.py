# task: general_score
# mistake: Turns all axes round with .T.
# diagnosis: general-every-axis-reversed
# %%
import numpy as np


# %%
def general_score(h_t, states, W):
    return h_t @ W @ states.T
