# task: kernel_regression
# style: The exponents are the queries and an identity matrix holds the keys.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    n = x_train.size
    distances = x.astype(float)[:, None] - x_train[None, :]
    logits = -(distances**2) / (2.0 * bandwidth**2)
    Q = logits * np.sqrt(n)
    out, _ = scaled_dot_product_attention(Q, np.eye(n), y_train.reshape(n, 1))
    return out.ravel()
