# task: predicted_position
# mistake: Rounds, and counts from 1.
# diagnosis: position-rounded-up
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    p = n / (1 + np.exp(-np.einsum("...a,a->...", np.tanh(h_t @ W_p), v_p)))
    return np.ceil(p)
