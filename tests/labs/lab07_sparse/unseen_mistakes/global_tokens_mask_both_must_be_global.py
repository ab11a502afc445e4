# task: global_tokens_mask
# mistake: Joins rows and columns by "and".
# diagnosis: global-among-themselves
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    g = np.isin(np.arange(n), list(global_positions))
    i, j = np.ogrid[:n, :n]
    return (abs(i - j) <= window) | (g[i] & g[j])
