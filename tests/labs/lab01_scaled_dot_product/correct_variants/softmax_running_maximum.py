# task: softmax
# style: One pass with a running maximum and a running sum, as in streaming attention.
# %%
import numpy as np


def softmax(x, axis=-1):
    x = np.moveaxis(np.asarray(x, dtype=float), axis, 0)
    biggest = np.full(x.shape[1:], np.finfo(float).min)
    total = np.zeros(x.shape[1:])
    for layer in x:
        new_biggest = np.maximum(biggest, layer)
        with np.errstate(over="ignore"):  # a gap of -inf is a factor of zero
            total *= np.exp(biggest - new_biggest)
            total += np.exp(layer - new_biggest)
        biggest = new_biggest
    return np.moveaxis(np.exp(x - biggest) / total, 0, axis)
