# task: log_sparse_mask
# mistake: Does not stop at 0: negative indices set keys at the end.
# diagnosis: log-round-the-ends
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, i] = True
        k = 0
        while 2**k < n:
            mask[i, i - 2**k] = True
            k += 1
    return mask
