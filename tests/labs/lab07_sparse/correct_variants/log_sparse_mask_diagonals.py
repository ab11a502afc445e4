# task: log_sparse_mask
# style: One diagonal for each power.
# %%
import numpy as np


def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for k in range(n):
        if 2**k < n:
            mask |= np.eye(n, k=-(2**k), dtype=bool)
    return mask
