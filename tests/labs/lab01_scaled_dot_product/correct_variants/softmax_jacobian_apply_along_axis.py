# task: softmax_jacobian
# style: np.apply_along_axis with np.diag and np.outer on one row.
# %%
import numpy as np


def softmax_jacobian(p):
    return np.apply_along_axis(
        lambda row: np.diag(row) - np.outer(row, row), -1, np.asarray(p, dtype=float)
    )
