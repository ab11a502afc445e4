# task: kernel_regression
# mistake: Uses the absolute distance where the squared one is asked for.
# diagnosis: regression-of-absolute-distance
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    logits = -np.abs(x[:, None] - x_train[None, :]) / (2 * bandwidth**2)
    weights = softmax(logits)
    return np.einsum("mn,n->m", weights, y_train)
