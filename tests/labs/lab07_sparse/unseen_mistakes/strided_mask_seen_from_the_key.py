# task: strided_mask
# mistake: Swaps queries and keys: rows for keys.
# diagnosis: strided-into-the-future
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, i::stride] = True
    return mask
