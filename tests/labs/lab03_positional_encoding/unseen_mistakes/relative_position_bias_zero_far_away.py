# task: relative_position_bias
# mistake: Gives keys that are farther away than m no bias at all.
# diagnosis: bias-zero-beyond-the-table
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    bias = np.zeros((n_q, n_k))
    for d in range(-m, m + 1):
        bias += np.eye(n_q, n_k, k=d) * table[d + m]
    return bias
