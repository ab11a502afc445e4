# task: local_mask
# mistake: With causal the window moves back in its whole width.
# diagnosis: none
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    back = np.arange(n)[:, None] - np.arange(n)
    low, high = (0, 2 * window) if causal else (-window, window)
    return (low <= back) & (back <= high)
