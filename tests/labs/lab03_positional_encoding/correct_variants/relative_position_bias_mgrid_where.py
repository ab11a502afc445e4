# task: relative_position_bias
# style: np.mgrid and two np.where.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    q, k = np.mgrid[:n_q, :n_k]
    m = len(table) // 2
    d = k - q
    d = np.where(d > m, m, d)
    d = np.where(d < -m, -m, d)
    return np.array(table, float)[d + m]
