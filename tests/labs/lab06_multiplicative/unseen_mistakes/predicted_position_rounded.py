# task: predicted_position
# mistake: Rounds to a whole position.
# diagnosis: position-rounded
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return np.rint(n / (1 + np.exp(-np.tanh(h_t @ W_p) @ v_p)))
