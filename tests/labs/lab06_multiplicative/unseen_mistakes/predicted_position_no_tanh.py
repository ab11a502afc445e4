# task: predicted_position
# mistake: Leaves the tanh out.
# diagnosis: position-without-tanh
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(-(h_t @ W_p) @ v_p))
