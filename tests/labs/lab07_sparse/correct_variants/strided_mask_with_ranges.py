# task: strided_mask
# style: A range that steps back from each query.
# %%
import numpy as np


def strided_mask(n, stride):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(i, -1, -stride):
            mask[i, j] = True
    return mask
