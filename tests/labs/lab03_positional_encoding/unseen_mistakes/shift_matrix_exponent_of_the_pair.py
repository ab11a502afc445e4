# task: shift_matrix
# mistake: Forgets the 2 in the exponent.
# diagnosis: shift-exponent-halved
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    M = np.eye(d_model)
    for p in range(d_model // 2):
        angle = offset * 10000 ** (-p / d_model)
        r = 2 * p
        M[r, r] = M[r + 1, r + 1] = np.cos(angle)
        M[r, r + 1], M[r + 1, r] = np.sin(angle), -np.sin(angle)
    return M
