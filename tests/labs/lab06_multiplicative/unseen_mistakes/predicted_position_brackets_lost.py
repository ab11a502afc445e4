# task: predicted_position
# mistake: Leaves the brackets out of n / (1 + exp(-x)).
# diagnosis: position-missing-parentheses
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / 1 + np.exp(-np.tanh(h_t @ W_p) @ v_p)
