# task: relative_position_bias
# style: Two loops, min and max.
# %%
import numpy as np


def relative_position_bias(table, n_q, n_k):
    m = (len(table) - 1) // 2
    out = np.zeros((n_q, n_k))
    for i in range(n_q):
        for j in range(n_k):
            out[i, j] = table[max(-m, min(m, j - i)) + m]
    return out
