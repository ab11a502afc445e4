# task: predicted_position
# mistake: Takes the tanh of the sum and not of the hidden units.
# diagnosis: position-tanh-after-v
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(-np.tanh(h_t @ W_p @ v_p)))
