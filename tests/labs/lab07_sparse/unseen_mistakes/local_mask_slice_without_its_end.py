# task: local_mask
# mistake: Forgets that a slice leaves its end out.
# diagnosis: none
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        start = max(i - window, 0)
        stop = i if causal else min(i + window, n - 1)
        mask[i, start:stop] = True
    return mask
