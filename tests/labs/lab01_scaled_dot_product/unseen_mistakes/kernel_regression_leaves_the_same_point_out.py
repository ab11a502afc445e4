# task: kernel_regression
# mistake: Leaves training points out that lie exactly at the query.
# diagnosis: none
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    sq = (x[:, None] - x_train[None, :]) ** 2
    logits = np.where(sq == 0, -1e9, -sq / (2 * bandwidth**2))
    return softmax(logits) @ y_train
