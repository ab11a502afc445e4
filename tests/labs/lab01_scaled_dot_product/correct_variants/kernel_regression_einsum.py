# task: kernel_regression
# style: New axes for the differences and an einsum for the weighted sum.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    x, x_train, y_train = (np.array(a, dtype=float) for a in (x, x_train, y_train))
    z = (x[:, None] - x_train[None, :]) / bandwidth
    w = softmax(-0.5 * z * z, axis=-1)
    return np.einsum("mn,n->m", w, y_train)
