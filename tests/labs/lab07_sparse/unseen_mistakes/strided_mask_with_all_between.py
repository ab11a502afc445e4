# task: strided_mask
# mistake: Adds the local half of the pattern: everything within one stride.
# diagnosis: strided-with-neighbours
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    i, j = np.indices((n, n))
    return (j <= i) & (((i - j) % stride == 0) | (i - j < stride))
