# task: kernel_regression
# mistake: Does not square the bandwidth, which cannot be seen with the default of 1.
# diagnosis: regression-bandwidth-not-squared
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    sq_dist = np.square(np.subtract.outer(x, x_train))
    weights = softmax(-sq_dist / (2 * bandwidth))
    return weights.dot(y_train)
