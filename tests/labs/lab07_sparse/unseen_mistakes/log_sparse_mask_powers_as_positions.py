# task: log_sparse_mask
# mistake: Sees the positions 1, 2, 4, 8 and not what lies so far back.
# diagnosis: log-places-of-keys
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    power = 1
    while power < n:
        mask[power:, power] = True
        power *= 2
    return mask
