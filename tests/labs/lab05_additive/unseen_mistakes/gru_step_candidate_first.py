# task: gru_step
# mistake: Takes the blocks in the order n, r, z.
# diagnosis: blocks-n-r-z
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xn, xr, xz = np.split(x @ W_x + b, 3, -1)
    hn, hr, hz = np.split(h @ W_h, 3, -1)
    r = 1 / (1 + np.exp(-(xr + hr)))
    z = 1 / (1 + np.exp(-(xz + hz)))
    return (1 - z) * np.tanh(xn + r * hn) + z * h
