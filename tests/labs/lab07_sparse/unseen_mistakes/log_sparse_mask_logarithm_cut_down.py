# task: log_sparse_mask
# mistake: Makes too few steps: int(log2(n)) leaves out the last power unless n is one itself.
# diagnosis: none
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.eye(n, dtype=bool)
    for i in range(n):
        for k in range(int(np.log2(n))):
            if i - 2**k >= 0:
                mask[i, i - 2**k] = True
    return mask
