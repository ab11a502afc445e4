# task: kernel_regression
# style: np.subtract.outer for the differences and the softmax written before.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    differences = np.subtract.outer(x, x_train, dtype=np.float64)
    weights = softmax(-(differences**2) / (2 * bandwidth**2), axis=1)
    return weights @ y_train
