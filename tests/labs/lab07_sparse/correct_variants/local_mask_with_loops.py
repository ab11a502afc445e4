# task: local_mask
# style: Two loops over all pairs.
# %%
import numpy as np


def local_mask(n, window, causal=False):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            if abs(i - j) <= window and not (causal and j > i):
                mask[i, j] = True
    return mask
