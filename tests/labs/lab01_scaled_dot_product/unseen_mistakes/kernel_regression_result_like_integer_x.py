# task: kernel_regression
# mistake: The result array copies the type of x, so that integer positions give whole-number estimates.
# diagnosis: none
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    y_hat = np.zeros_like(x)
    for i, xi in enumerate(x):
        w = softmax(-((xi - x_train) ** 2) / (2 * bandwidth**2))
        y_hat[i] = np.dot(w, y_train)
    return y_hat
