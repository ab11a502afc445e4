# task: log_sparse_mask
# mistake: Begins with k = 1 and so leaves out the position just before.
# diagnosis: log-begins-with-two
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for k in range(1, n):
        if 2**k < n:
            mask |= np.eye(n, k=-(2**k), dtype=bool)
    return mask
