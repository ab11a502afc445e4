# task: log_sparse_mask
# mistake: Powers of two to both sides: the future too.
# diagnosis: log-to-both-sides
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    i = np.arange(n)
    d = np.abs(i[:, None] - i)
    return (d & (d - 1)) == 0
