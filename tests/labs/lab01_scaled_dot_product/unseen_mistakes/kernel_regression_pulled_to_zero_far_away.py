# task: kernel_regression
# mistake: A small constant in the denominator pulls the estimate to 0 wherever all kernels are tiny.
# diagnosis: regression-falls-to-zero
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    x, x_train, y_train = map(np.asarray, (x, x_train, y_train))
    out = []
    for xi in x:
        k = np.exp(-((xi - x_train) ** 2) / (2 * bandwidth**2))
        out.append(np.sum(k * y_train) / (np.sum(k) + 1e-8))
    return np.array(out)
