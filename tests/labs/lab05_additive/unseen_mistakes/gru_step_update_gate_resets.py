# task: gru_step
# mistake: Uses z in the candidate, where r belongs.
# diagnosis: update-gate-for-the-reset
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h, 3, -1)
    z = 1 / (1 + np.exp(-xz - hz))
    n = np.tanh(xn + z * hn)
    return (1 - z) * n + z * h
