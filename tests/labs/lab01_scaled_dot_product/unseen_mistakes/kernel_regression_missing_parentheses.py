# task: kernel_regression
# mistake: Writes / 2 * bandwidth**2 without parentheses and so multiplies by the squared bandwidth.
# diagnosis: regression-without-brackets
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    distance = x[:, np.newaxis] - x_train
    logits = -(distance**2) / 2 * bandwidth**2
    return softmax(logits) @ y_train
