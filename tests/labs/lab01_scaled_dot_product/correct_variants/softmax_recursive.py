# task: softmax
# style: Recursion over the other axes down to a single vector.
# %%
import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    if x.ndim == 1:
        e = np.exp(x - x.max())
        return e / e.sum()
    axis = axis % x.ndim
    if axis == 0:
        return np.moveaxis(softmax(np.moveaxis(x, 0, -1), -1), -1, 0)
    return np.stack([softmax(part, axis - 1) for part in x])
