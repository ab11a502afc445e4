# task: kernel_regression
# mistake: Sorts the training positions but not the values that belong to them.
# diagnosis: none
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    x_train = np.sort(x_train)
    diff = x[:, None] - x_train[None, :]
    weights = softmax(-(diff**2) / (2 * bandwidth**2), axis=-1)
    return weights @ y_train
