# task: relative_position_bias
# style: A dictionary from distance to bias.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    reach = len(table) // 2
    by_distance = dict(zip(range(-reach, reach + 1), table))
    row = lambda i: [by_distance[sorted((-reach, j - i, reach))[1]] for j in range(n_k)]
    return np.array([row(i) for i in range(n_q)], dtype=np.float32)
