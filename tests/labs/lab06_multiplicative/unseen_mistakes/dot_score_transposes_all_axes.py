# task: dot_score
# mistake: Turns all axes round with .T.
# diagnosis: dot-every-axis-reversed
# %%
import numpy as np


# %%
def dot_score(h_t, states):
    return h_t @ states.T
