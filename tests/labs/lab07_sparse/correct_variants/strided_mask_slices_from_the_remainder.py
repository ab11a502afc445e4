# task: strided_mask
# style: Every row begins at the query's own remainder.
# %%
import numpy as np


def strided_mask(n, stride):
    mask = np.zeros((n, n), bool)
    for i in range(n):
        mask[i, i % stride : i + 1 : stride] = True
    return mask
