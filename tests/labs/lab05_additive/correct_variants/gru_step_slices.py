# task: gru_step
# style: Slices of the matrices, product by product.
# %%
import numpy as np


def sig(a):
    return 1 / (1 + np.exp(-a))


# %%
def gru_step(x, h, W_x, W_h, b):
    d = h.shape[-1]
    r = sig(x @ W_x[:, :d] + h @ W_h[:, :d] + b[:d])
    z = sig(x @ W_x[:, d : 2 * d] + h @ W_h[:, d : 2 * d] + b[d : 2 * d])
    n = np.tanh(x @ W_x[:, 2 * d :] + r * (h @ W_h[:, 2 * d :]) + b[2 * d :])
    return (1 - z) * n + z * h
