# task: predicted_position
# mistake: Adds over all axes.
# diagnosis: position-summed-over-everything
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(-np.sum(v_p * np.tanh(h_t @ W_p))))
