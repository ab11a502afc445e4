# task: gru_step
# mistake: Computes the gates from the input alone.
# diagnosis: gates-without-the-state
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hn = np.split(h @ W_h, 3, -1)[-1]
    r = 1 / (1 + np.exp(-xr))
    z = 1 / (1 + np.exp(-xz))
    return (1 - z) * np.tanh(xn + r * hn) + z * h
