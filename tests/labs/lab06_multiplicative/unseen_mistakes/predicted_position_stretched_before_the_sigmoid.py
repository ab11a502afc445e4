# task: predicted_position
# mistake: Multiplies by n within the sigmoid.
# diagnosis: position-n-in-the-sigmoid
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return 1 / (1 + np.exp(-n * (np.tanh(h_t @ W_p) @ v_p)))
