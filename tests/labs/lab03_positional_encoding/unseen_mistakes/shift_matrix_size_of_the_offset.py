# task: shift_matrix
# mistake: Uses the absolute value of the offset.
# diagnosis: shift-ignores-the-sign
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    freq = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.abs(offset) * freq
    i = np.arange(0, d_model, 2)
    M = np.zeros((d_model, d_model))
    M[i, i] = M[i + 1, i + 1] = np.cos(angle)
    M[i, i + 1] = np.sin(angle)
    M[i + 1, i] = -np.sin(angle)
    return M
