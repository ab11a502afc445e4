# task: relative_position_bias
# mistake: Returns the table lying on its side, (n_k, n_q).
# diagnosis: bias-keys-by-queries
# %%
import numpy as np


# %%
def relative_position_bias(table, n_q, n_k):
    m = table.shape[0] // 2
    j = np.arange(n_k).reshape(-1, 1)
    i = np.arange(n_q).reshape(1, -1)
    return np.take(table, np.clip(j - i, -m, m) + m)
