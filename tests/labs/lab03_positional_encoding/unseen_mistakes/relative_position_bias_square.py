# task: relative_position_bias
# mistake: Makes a square table of the queries and cuts or repeats nothing: the number of keys is never read.
# diagnosis: bias-square
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    pos = np.arange(n_q)
    return table[np.clip(pos - pos[:, None], -m, m) + m]
