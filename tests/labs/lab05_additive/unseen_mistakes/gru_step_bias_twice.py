# task: gru_step
# mistake: Adds the bias to both products.
# diagnosis: bias-twice
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h + b, 3, -1)
    r = 1 / (1 + np.exp(-(xr + hr)))
    z = 1 / (1 + np.exp(-(xz + hz)))
    return (1 - z) * np.tanh(xn + r * hn) + z * h
