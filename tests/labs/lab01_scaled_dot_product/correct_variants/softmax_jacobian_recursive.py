# task: softmax_jacobian
# style: Recursion over the leading axes down to np.diagflat.
# %%
import numpy as np


def softmax_jacobian(p):
    if np.ndim(p) > 1:
        return np.array([softmax_jacobian(row) for row in p])
    p = np.array(p, dtype=float)
    return np.diagflat(p) - np.multiply.outer(p, p)
