# task: kernel_regression
# style: Unnormalised weights relative to the nearest training point, divided by their sum at the end.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    squared = np.square(np.expand_dims(x, 1).astype(float) - x_train)
    squared -= squared.min(axis=1, keepdims=True)
    kernel = np.exp(-squared / (2 * bandwidth**2))
    return np.sum(kernel * y_train, axis=1) / np.sum(kernel, axis=1)
