# task: strided_mask
# mistake: Counts the steps from position 0 and not from the query.
# diagnosis: strided-from-zero
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(0, i + 1, stride):
            mask[i, j] = True
    return mask
