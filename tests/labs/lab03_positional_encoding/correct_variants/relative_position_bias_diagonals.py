# task: relative_position_bias
# style: Adds one diagonal after the other.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    m = len(table) // 2
    bias = np.zeros((n_q, n_k))
    for distance in range(-n_q + 1, n_k):
        bias += np.eye(n_q, n_k, distance) * table[min(max(distance, -m), m) + m]
    return bias
