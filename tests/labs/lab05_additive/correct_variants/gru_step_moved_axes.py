# task: gru_step
# style: Blocks moved to the front by reshape and moveaxis.
# %%
import numpy as np


# %%
def gru_step(x, h, W_x, W_h, b):
    shape = (*h.shape[:-1], 3, h.shape[-1])
    r_x, z_x, n_x = np.moveaxis((x @ W_x + b).reshape(shape), -2, 0)
    r_h, z_h, n_h = np.moveaxis((h @ W_h).reshape(shape), -2, 0)
    r, z = sigmoid(r_x + r_h), sigmoid(z_x + z_h)
    return sum([(1 - z) * np.tanh(n_x + r * n_h), z * h])
