# task: log_sparse_mask
# style: A step that doubles while it fits.
# %%
import numpy as np


def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for i in range(n):
        step = 1
        while i - step >= 0:
            mask[i, i - step] = True
            step *= 2
    return mask
