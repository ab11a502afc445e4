# task: shift_matrix
# mistake: The loop leaves out the slowest pair.
# diagnosis: shift-last-pair-stays
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    M = np.identity(d_model)
    i = 0
    while i < d_model - 2:
        angle = offset / np.power(10000, i / d_model)
        M[i : i + 2, i : i + 2] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        i += 2
    return M
