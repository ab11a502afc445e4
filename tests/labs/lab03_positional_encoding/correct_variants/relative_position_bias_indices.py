# task: relative_position_bias
# style: np.indices and a list result.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    i, j = np.indices((n_q, n_k))
    m = (table.size - 1) / 2
    return table[(np.clip(j - i, -m, m) + m).astype(int)].tolist()
