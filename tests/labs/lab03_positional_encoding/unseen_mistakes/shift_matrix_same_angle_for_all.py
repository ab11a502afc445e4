# task: shift_matrix
# mistake: Turns every pair by the offset itself, the angle of the fastest pair.
# diagnosis: shift-one-frequency
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    c, s = np.cos(offset), np.sin(offset)
    return np.kron(np.eye(d_model // 2), [[c, s], [-s, c]])
