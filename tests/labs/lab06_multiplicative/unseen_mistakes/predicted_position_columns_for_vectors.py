# task: predicted_position
# mistake: Multiplies from the left, as the paper does.
# diagnosis: position-columns-for-vectors
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(-(v_p @ np.tanh(W_p.T @ h_t))))
