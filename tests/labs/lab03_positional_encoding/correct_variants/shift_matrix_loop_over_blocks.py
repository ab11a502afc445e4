# task: shift_matrix
# style: Fills one 2 x 2 block after the other.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        t = offset / 10000 ** (2 * i / d_model)
        M[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]
    return M
