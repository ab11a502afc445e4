# task: gru_step
# mistake: Computes r and does not use it.
# diagnosis: reset-gate-never-used
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    a = x @ W_x + h @ W_h + b
    d = h.shape[-1]
    r = 1 / (1 + np.exp(-a[..., :d]))
    z = 1 / (1 + np.exp(-a[..., d : 2 * d]))
    n = np.tanh(a[..., 2 * d :])
    return (1 - z) * n + z * h
