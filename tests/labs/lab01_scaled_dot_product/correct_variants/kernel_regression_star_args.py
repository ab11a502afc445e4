# task: kernel_regression
# style: Arrays as positional or keyword arguments through *args and **kwargs.
# %%
import numpy as np


def kernel_regression(*args, **kwargs):
    names = ("x", "x_train", "y_train", "bandwidth")
    options = {"bandwidth": 1.0} | dict(zip(names, args)) | kwargs
    return _smooth(**options)


# %%
def _smooth(x, x_train, y_train, bandwidth):
    grid, centres = np.meshgrid(x, x_train, indexing="ij")
    logits = -((grid.astype(float) - centres) ** 2) / (2 * bandwidth**2)
    return np.matmul(softmax(logits, axis=-1), y_train)
