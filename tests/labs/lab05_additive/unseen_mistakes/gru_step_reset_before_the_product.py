# task: gru_step
# mistake: Resets the state before it is multiplied by the matrix.
# diagnosis: reset-before-the-product
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    W_xr, W_xz, W_xn = np.split(W_x, 3, axis=1)
    W_hr, W_hz, W_hn = np.split(W_h, 3, axis=1)
    b_r, b_z, b_n = np.split(b, 3)
    r = 1 / (1 + np.exp(-(x @ W_xr + h @ W_hr + b_r)))
    z = 1 / (1 + np.exp(-(x @ W_xz + h @ W_hz + b_z)))
    n = np.tanh(x @ W_xn + (r * h) @ W_hn + b_n)
    return (1 - z) * n + z * h
