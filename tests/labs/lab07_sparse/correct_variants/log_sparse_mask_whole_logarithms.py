# task: log_sparse_mask
# style: Distances whose logarithm is a whole number.
# %%
import numpy as np


def log_sparse_mask(n):
    back = np.subtract.outer(np.arange(n), np.arange(n)).astype(float)
    with np.errstate(all="ignore"):
        powers = np.log2(np.where(back > 0, back, np.nan))
    return (back == 0) | (powers == np.round(powers))
