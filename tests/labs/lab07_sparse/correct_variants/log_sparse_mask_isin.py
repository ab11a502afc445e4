# task: log_sparse_mask
# style: Distances that are in a list of powers.
# %%
import numpy as np


def log_sparse_mask(n):
    back = np.arange(n)[:, None] - np.arange(n)[None]
    steps = [0] + [2**k for k in range(40)]
    return np.isin(back, steps)
