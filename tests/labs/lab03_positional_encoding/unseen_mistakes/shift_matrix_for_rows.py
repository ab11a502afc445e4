# task: shift_matrix
# mistake: Turns the other way round: it fits PE[pos] @ M, or the offset with the other sign.
# diagnosis: shift-turns-back
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        a = offset / 10000 ** (i / d_model)
        M[i : i + 2, i : i + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return M
