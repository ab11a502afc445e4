# task: predicted_position
# mistake: Turns the position into an index.
# diagnosis: position-cut-down
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    p = n / (1 + np.exp(-np.tanh(h_t @ W_p) @ v_p))
    return p.astype(int)
