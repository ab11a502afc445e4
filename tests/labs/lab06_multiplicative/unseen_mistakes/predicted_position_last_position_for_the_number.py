# task: predicted_position
# mistake: Multiplies by n - 1.
# diagnosis: position-times-the-last-index
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return (n - 1) / (1 + np.exp(-np.tanh(h_t @ W_p) @ v_p))
