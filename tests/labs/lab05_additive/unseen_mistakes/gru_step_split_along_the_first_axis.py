# task: gru_step
# mistake: Splits along axis 0, which is right without a batch only.
# diagnosis: split-along-axis-zero
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3)
    hr, hz, hn = np.split(h @ W_h, 3)
    r = 1 / (1 + np.exp(-(xr + hr)))
    z = 1 / (1 + np.exp(-(xz + hz)))
    return (1 - z) * np.tanh(xn + r * hn) + z * h
