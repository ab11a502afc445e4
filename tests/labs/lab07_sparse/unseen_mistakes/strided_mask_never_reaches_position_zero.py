# task: strided_mask
# mistake: Steps back with a range that ends before 0.
# diagnosis: strided-never-reaches-zero
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, i] = True
        for j in range(i, 0, -stride):
            mask[i, j] = True
    return mask
