# task: strided_mask
# mistake: Starts one stride back and forgets the query's own position.
# diagnosis: strided-hides-itself
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        j = i - stride
        while j >= 0:
            mask[i, j] = True
            j -= stride
    return mask
