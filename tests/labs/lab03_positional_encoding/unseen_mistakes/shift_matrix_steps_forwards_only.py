# task: shift_matrix
# mistake: Multiplies one-step matrices in a loop, which never runs for a negative offset.
# diagnosis: shift-stays-for-negative-offsets
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    step = np.zeros((d_model, d_model))
    for p in range(d_model // 2):
        w = 10000 ** (-2 * p / d_model)
        c, s = np.cos(w), np.sin(w)
        step[2 * p : 2 * p + 2, 2 * p : 2 * p + 2] = np.array([[c, s], [-s, c]])
    M = np.eye(d_model)
    for _ in range(offset):
        M = step @ M
    return M
