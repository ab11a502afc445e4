# task: gru_step
# style: n + z (h - n).
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    gx = np.split(np.matmul(x, W_x) + b, 3, axis=-1)
    gh = np.split(np.matmul(h, W_h), 3, axis=-1)
    r, z = (0.5 * np.tanh(0.5 * (p + q)) + 0.5 for p, q in zip(gx[:2], gh[:2]))
    n = np.tanh(gx[2] + r * gh[2])
    return n + z * (h - n)
