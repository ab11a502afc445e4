# task: log_sparse_mask
# mistake: Halves the position again and again.
# diagnosis: none
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for i in range(n):
        j = i
        while j > 0:
            j //= 2
            mask[i, j] = True
    return mask
