# task: gru_step
# mistake: Leaves the brackets out of (1 - z) * n.
# diagnosis: brackets-forgotten
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h, 3, -1)
    r = 1 / (1 + np.exp(-(xr + hr)))
    z = 1 / (1 + np.exp(-(xz + hz)))
    n = np.tanh(xn + r * hn)
    return 1 - z * n + z * h
