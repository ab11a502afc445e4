# task: local_mask
# mistake: Takes the window for the whole width, half of it on each side.
# diagnosis: local-window-in-total
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    half = window // 2
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            if abs(i - j) <= half and (not causal or j <= i):
                mask[i, j] = True
    return mask
