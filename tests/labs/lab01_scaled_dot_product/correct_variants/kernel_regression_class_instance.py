# task: kernel_regression
# style: An instance of a class with __call__ is bound to the name.
# %%
import numpy as np


class GaussianSmoother:
    def exponents(self, x, x_train, bandwidth):
        distance = np.abs(np.float64(x.reshape(-1, 1)) - x_train.reshape(1, -1))
        return -np.power(distance, 2) / (2 * bandwidth * bandwidth)

    def __call__(self, x, x_train, y_train, bandwidth=1.0):
        weights = softmax(self.exponents(x, x_train, bandwidth))
        return np.inner(weights, y_train)


kernel_regression = GaussianSmoother()
