# task: gru_step
# mistake: Folds the 3 d_h columns into d_h groups of three.
# diagnosis: blocks-column-by-column
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    d = h.shape[-1]
    gx = (x @ W_x + b).reshape(*h.shape[:-1], d, 3)
    gh = (h @ W_h).reshape(*h.shape[:-1], d, 3)
    r = 1 / (1 + np.exp(-(gx[..., 0] + gh[..., 0])))
    z = 1 / (1 + np.exp(-(gx[..., 1] + gh[..., 1])))
    n = np.tanh(gx[..., 2] + r * gh[..., 2])
    return (1 - z) * n + z * h
