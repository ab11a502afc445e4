# task: predicted_position
# style: Cuts the numbers off where the sigmoid has long arrived.
# %%
import numpy as np


def predicted_position(h_t, W_p, v_p, n):
    x = np.clip(np.tanh(h_t @ W_p) @ v_p, -60, 60)
    s = np.exp(x) / (1 + np.exp(x))
    return n * s
