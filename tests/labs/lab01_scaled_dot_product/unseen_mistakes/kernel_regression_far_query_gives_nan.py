# task: kernel_regression
# mistake: Divides plain exponentials by their sum, which is 0 / 0 for a point far from all training points.
# diagnosis: regression-vanishes-far-away
# %%
import numpy as np


# %%
def gaussian(u):
    return np.exp(-0.5 * u**2)


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    k = gaussian((x[:, None] - x_train[None, :]) / bandwidth)
    return (k @ y_train) / k.sum(axis=1)
