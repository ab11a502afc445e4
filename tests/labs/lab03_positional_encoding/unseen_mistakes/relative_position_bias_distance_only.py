# task: relative_position_bias
# mistake: Ignores the sign of the distance.
# diagnosis: none
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    j, i = np.meshgrid(np.arange(n_k), np.arange(n_q))
    return table[np.minimum(np.abs(j - i), m) + m]
