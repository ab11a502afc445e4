# task: relative_position_bias
# mistake: Ignores the sign of the distance.
# diagnosis: bias-of-the-size-of-the-distance
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    j, i = np.meshgrid(np.arange(n_k), np.arange(n_q))
    return table[np.minimum(np.abs(j - i), m) + m]
