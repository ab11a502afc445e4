# task: relative_position_bias
# mistake: Returns where to look in the table, and not what stands there.
# diagnosis: bias-returns-distances
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    return np.clip(np.arange(n_k) - np.arange(n_q)[:, None], -m, m) + m
