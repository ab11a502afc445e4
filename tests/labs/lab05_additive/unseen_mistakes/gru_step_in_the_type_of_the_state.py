# task: gru_step
# mistake: Writes the new state into an array of the type of h, which cuts it down if h is of integers.
# diagnosis: new-state-like-the-old
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h, 3, -1)
    r = 1 / (1 + np.exp(-(xr + hr)))
    z = 1 / (1 + np.exp(-(xz + hz)))
    new = np.empty_like(h)
    new[...] = (1 - z) * np.tanh(xn + r * hn) + z * h
    return new
