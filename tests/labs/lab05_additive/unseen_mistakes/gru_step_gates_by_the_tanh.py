# task: gru_step
# mistake: Takes the tanh for the gates, which can then be negative.
# diagnosis: gates-by-tanh
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h, 3, -1)
    r, z = np.tanh(xr + hr), np.tanh(xz + hz)
    return (1 - z) * np.tanh(xn + r * hn) + z * h
