# task: gru_step
# style: The sigmoid as exp(-log(1 + exp(-a))).
# %%
import numpy as np


def squash(a):
    return np.exp(-np.logaddexp(0, -a))


# %%
def gru_step(x, h, W_x, W_h, b):
    (rx, zx, nx), (rh, zh, nh) = (np.split(p, 3, axis=-1) for p in (x @ W_x + b, h @ W_h))
    z = squash(zx + zh)
    return squash(-(zx + zh)) * np.tanh(nx + squash(rx + rh) * nh) + z * h
