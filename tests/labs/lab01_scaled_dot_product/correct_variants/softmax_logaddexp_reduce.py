# task: softmax
# style: np.logaddexp.reduce gives the logarithm of the normaliser.
# %%
import numpy as np


def softmax(x, axis=-1):
    z = np.subtract(x, np.max(x, axis=axis, keepdims=True), dtype=float)
    return np.exp(z - np.logaddexp.reduce(z, axis=axis, keepdims=True))
