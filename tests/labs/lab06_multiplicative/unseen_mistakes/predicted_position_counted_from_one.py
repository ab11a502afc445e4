# task: predicted_position
# mistake: Adds one, as the paper counts from 1.
# diagnosis: position-counted-from-one
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return 1 + n / (1 + np.exp(-np.tanh(h_t @ W_p) @ v_p))
