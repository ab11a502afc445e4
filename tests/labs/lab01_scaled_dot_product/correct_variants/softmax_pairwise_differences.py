# task: softmax
# style: One over the sum of exp(x_j - x_i), where an overflow to infinity gives exactly zero.
# %%
import numpy as np


def softmax(x, axis=-1):
    x = np.nan_to_num(np.asarray(x, dtype=np.float64))  # -inf: the lowest float
    x = np.moveaxis(x, axis, -1)
    with np.errstate(over="ignore"):
        ratios = np.exp(x[..., None, :] - x[..., :, None])
        p = 1.0 / ratios.sum(axis=-1)
    return np.moveaxis(p, -1, axis)
