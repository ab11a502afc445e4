# task: gru_step
# mistake: Forgets the minus sign in the sigmoid.
# diagnosis: sigmoid-upside-down
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    def sig(a):
        return 1 / (1 + np.exp(a))

    xr, xz, xn = np.split(x @ W_x + b, 3, -1)
    hr, hz, hn = np.split(h @ W_h, 3, -1)
    r, z = sig(xr + hr), sig(xz + hz)
    return (1 - z) * np.tanh(xn + r * hn) + z * h
