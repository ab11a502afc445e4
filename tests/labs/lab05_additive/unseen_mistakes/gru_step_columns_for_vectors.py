# task: gru_step
# mistake: Multiplies from the left, as the papers do, which no batch allows.
# diagnosis: none
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    gx, gh = W_x.T @ x + b, W_h.T @ h
    d = len(h)
    r = 1 / (1 + np.exp(-(gx[:d] + gh[:d])))
    z = 1 / (1 + np.exp(-(gx[d : 2 * d] + gh[d : 2 * d])))
    n = np.tanh(gx[2 * d :] + r * gh[2 * d :])
    return (1 - z) * n + z * h
