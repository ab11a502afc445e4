# task: kernel_regression
# style: Each query is a batch of its own whose keys of size one hold the exponents.
# %%
import numpy as np


def kernel_regression(x, x_train, y_train, bandwidth=1.0):
    m, n = len(x), len(x_train)
    gaps = np.asarray(x, float)[:, None] - np.asarray(x_train, float)
    queries = np.ones((m, 1, 1))
    keys = (-0.5 * (gaps / bandwidth) ** 2).reshape(m, n, 1)
    values = np.broadcast_to(np.asarray(y_train, float)[None, :, None], (m, n, 1))
    output, _ = scaled_dot_product_attention(queries, keys, values)
    return output[:, 0, 0]
