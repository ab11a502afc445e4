# task: shift_matrix
# mistake: Starts from an identity of integers, which cuts off every sine and cosine.
# diagnosis: shift-in-whole-numbers
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    M = np.eye(d_model, dtype=int)
    for i in range(0, d_model, 2):
        t = offset / 10000 ** (i / d_model)
        M[i, i], M[i, i + 1] = np.cos(t), np.sin(t)
        M[i + 1, i], M[i + 1, i + 1] = -np.sin(t), np.cos(t)
    return M
