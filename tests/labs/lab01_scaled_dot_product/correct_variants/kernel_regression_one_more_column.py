# task: kernel_regression
# style: One matrix product with the heights and a column of ones gives numerator and denominator.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    squares = np.subtract.outer(x.astype("f8"), x_train.astype("f8")) ** 2
    logits = squares / (-2 * bandwidth**2)
    kernel = np.exp(logits - logits.max(axis=1, keepdims=True))
    numerator, denominator = (kernel @ np.column_stack([y_train, y_train * 0 + 1])).T
    return numerator / denominator
