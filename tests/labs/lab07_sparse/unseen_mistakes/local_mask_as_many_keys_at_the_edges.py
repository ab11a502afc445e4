# task: local_mask
# mistake: Moves the window inwards at the edges, so that every query sees equally many.
# diagnosis: local-shifted-at-the-edges
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    mask = np.zeros((n, n), dtype=bool)
    width = window + 1 if causal else 2 * window + 1
    for i in range(n):
        start = min(max(i - window, 0), max(n - width, 0))
        mask[i, start : start + width] = True
    return mask
