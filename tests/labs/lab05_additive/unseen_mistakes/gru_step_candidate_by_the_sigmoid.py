# task: gru_step
# mistake: Takes the sigmoid for the candidate as well.
# diagnosis: candidate-by-sigmoid
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    def squash(a):
        return 1 / (1 + np.exp(-a))

    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h, 3, -1)
    r, z = squash(xr + hr), squash(xz + hz)
    n = squash(xn + r * hn)
    return (1 - z) * n + z * h
