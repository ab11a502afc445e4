# task: log_sparse_mask
# mistake: Writes 2 ^ k, which is the exclusive or, for 2 ** k.
# diagnosis: none
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for i in range(n):
        for k in range(n):
            j = i - (2 ^ k)
            if 0 <= j <= i:
                mask[i, j] = True
    return mask
