# task: predicted_position
# mistake: Takes the tanh where the sigmoid belongs: positions below 0.
# diagnosis: position-two-tanh
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n * np.tanh(np.tanh(h_t @ W_p) @ v_p)
