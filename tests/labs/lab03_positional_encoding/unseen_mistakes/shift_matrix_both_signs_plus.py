# task: shift_matrix
# mistake: Forgets the minus, so that the block mirrors where it should turn.
# diagnosis: shift-without-a-minus
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        a = offset / 10000 ** (i / d_model)
        M[i, i] = np.cos(a)
        M[i, i + 1] = np.sin(a)
        M[i + 1, i] = np.sin(a)
        M[i + 1, i + 1] = np.cos(a)
    return M
