# task: predicted_position
# mistake: Makes v_p a column and keeps the axis of length one.
# diagnosis: position-keeps-a-column
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(-np.tanh(h_t @ W_p) @ v_p[:, np.newaxis]))
