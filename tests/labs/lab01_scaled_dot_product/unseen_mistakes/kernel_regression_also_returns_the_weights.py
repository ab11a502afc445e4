# task: kernel_regression
# mistake: Returns the estimates together with the weights although only the estimates are asked for.
# diagnosis: regression-returns-weights-too
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    gap = np.subtract.outer(x, x_train)
    weights = softmax(-(gap**2) / (2 * bandwidth**2))
    return weights @ y_train, weights
