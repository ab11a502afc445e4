# task: local_mask
# style: A slice of each row, with its ends kept inside.
# %%
import numpy as np


def local_mask(n, window, causal=False):
    mask = np.full((n, n), False)
    for i, row in enumerate(mask):
        row[max(0, i - window) : (i if causal else i + window) + 1] = True
    return mask
