# task: kernel_regression
# style: np.average with weights, one query after the other.
# %%
import numpy as np


def _predict_one(point, x_train, y_train, bandwidth):
    exponent = -((float(point) - x_train.astype(float)) ** 2) / (2 * bandwidth**2)
    return np.average(y_train, weights=np.exp(exponent - exponent.max()))


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    return np.array([_predict_one(p, x_train, y_train, bandwidth) for p in x])
