# task: local_mask
# mistake: Subtracts one triangle from another one diagonal too early.
# diagnosis: local-causal-window-counts-itself
# %%
import numpy as np


# %%
def local_mask(n, window, causal=False):
    ones = np.ones((n, n), dtype=bool)
    if causal:
        return np.tril(ones) & ~np.tril(ones, -window)
    return np.tril(ones, window) & np.triu(ones, -window)
