# task: local_mask
# mistake: Takes a window of 0 for no window at all.
# diagnosis: none
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    i, j = np.ogrid[:n, :n]
    mask = np.ones((n, n), dtype=bool)
    if window:
        mask &= abs(i - j) <= window
    if causal:
        mask &= j <= i
    return mask
