# task: log_sparse_mask
# style: A set of seen keys for each query.
# %%
import numpy as np


def log_sparse_mask(n):
    mask = np.zeros((n, n), dtype=np.bool_)
    for i in range(n):
        seen = {i} | {i - (1 << k) for k in range(n)}
        for j in seen:
            if 0 <= j:
                mask[i][j] = True
    return mask
