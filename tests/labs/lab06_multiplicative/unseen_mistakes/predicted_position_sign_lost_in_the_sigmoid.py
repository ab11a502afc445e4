# task: predicted_position
# mistake: Forgets the minus sign in the sigmoid.
# diagnosis: position-from-the-end
# %%
import numpy as np


# %%
def predicted_position(h_t, W_p, v_p, n):
    return n / (1 + np.exp(np.tanh(h_t @ W_p) @ v_p))
