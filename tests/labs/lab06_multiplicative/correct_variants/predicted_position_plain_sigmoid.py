# task: predicted_position
# style: The sigmoid as 1 / (1 + exp(-x)); a warning for huge numbers does no harm.
# %%
import numpy as np


def predicted_position(h_t, W_p, v_p, n):
    x = np.tanh(h_t @ W_p) @ v_p
    return n / (1 + np.exp(-x))
