# task: log_sparse_mask
# mistake: Makes each step from where the last one ended: 1, 3, 7, 15 places back.
# diagnosis: log-steps-add-up
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for i in range(n):
        j, step = i, 1
        while j - step >= 0:
            j -= step
            mask[i, j] = True
            step *= 2
    return mask
