# task: gru_step
# mistake: Keeps the state where z is 0.
# diagnosis: update-gate-turned-round
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    gx, gh = x @ W_x + b, h @ W_h
    rx, zx, nx = np.split(gx, 3, axis=-1)
    rh, zh, nh = np.split(gh, 3, axis=-1)
    r = 1 / (1 + np.exp(-(rx + rh)))
    z = 1 / (1 + np.exp(-(zx + zh)))
    n = np.tanh(nx + r * nh)
    return z * n + (1 - z) * h
