# task: relative_position_bias
# mistake: Aligns the last query with the last key, as with a cache.
# diagnosis: bias-aligned-at-the-end
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    i = np.arange(n_q)[:, np.newaxis] + (n_k - n_q)
    j = np.arange(n_k)
    return table[np.clip(j - i, -m, m) + m]
