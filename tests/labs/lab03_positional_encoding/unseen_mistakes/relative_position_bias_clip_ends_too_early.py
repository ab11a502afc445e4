# task: relative_position_bias
# mistake: Clips as range() counts, so that the last entry of the table is never used.
# diagnosis: bias-last-entry-never-used
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    rel = np.subtract.outer(np.arange(n_q), np.arange(n_k)) * -1
    return table[np.clip(rel, -m, m - 1) + m]
