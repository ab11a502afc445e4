# task: log_sparse_mask
# mistake: Multiples of two in the place of powers.
# diagnosis: none
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    i, j = np.indices((n, n))
    return (j <= i) & (((i - j) % 2 == 0) | (i - j == 1))
