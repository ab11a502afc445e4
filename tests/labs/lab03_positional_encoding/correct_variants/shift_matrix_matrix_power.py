# task: shift_matrix
# style: A single step, repeated; for a negative offset its transpose.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    one = np.eye(d_model)
    for c in range(0, d_model, 2):
        w = 10000 ** (-c / d_model)
        one[c, c] = one[c + 1, c + 1] = np.cos(w)
        one[c, c + 1] = np.sin(w)
        one[c + 1, c] = -one[c, c + 1]
    return np.linalg.matrix_power(one if offset >= 0 else one.T, abs(offset))
