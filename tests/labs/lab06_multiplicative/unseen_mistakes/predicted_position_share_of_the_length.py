# task: predicted_position
# mistake: Forgets to multiply by n.
# diagnosis: position-without-n
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return 1 / (1 + np.exp(-np.tanh(h_t @ W_p) @ v_p))
