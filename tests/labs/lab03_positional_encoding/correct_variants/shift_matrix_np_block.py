# task: shift_matrix
# style: np.block with zeros where no block stands.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    pairs = d_model // 2
    w = 10000.0 ** (-2 * np.arange(pairs) / d_model)

    def block(i, j):
        if i != j:
            return np.zeros((2, 2))
        c, s = np.cos(w[i] * offset), np.sin(w[i] * offset)
        return np.array([[c, s], [-s, c]])

    return np.block([[block(i, j) for j in range(pairs)] for i in range(pairs)])
