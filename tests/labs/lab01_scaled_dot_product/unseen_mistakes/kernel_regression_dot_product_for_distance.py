# task: kernel_regression
# mistake: Calls the attention function with x as query and x_train as key, which compares by product and not by distance.
# diagnosis: none
# %%
import numpy as np


# %%
def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    q = x[:, np.newaxis] / bandwidth
    k = x_train[:, np.newaxis] / bandwidth
    v = y_train[:, np.newaxis]
    output, _ = scaled_dot_product_attention(q, k, v)
    return output[:, 0]
