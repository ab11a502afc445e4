# task: relative_position_bias
# style: np.subtract.outer, minimum and maximum.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    m = table.shape[0] // 2
    rel = -np.subtract.outer(np.arange(n_q), np.arange(n_k))
    return np.take(table, np.minimum(np.maximum(rel, -m), m) + m)
