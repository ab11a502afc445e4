# task: shift_matrix
# mistake: Fits M by least squares to fewer rows than it has unknowns, so that it is right for these rows only.
# diagnosis: none
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    rows = positional_encoding(abs(offset) + d_model // 2, d_model)
    count = d_model // 2
    if offset >= 0:
        before, after = rows[:count], rows[offset : offset + count]
    else:
        before, after = rows[-offset : -offset + count], rows[:count]
    return np.linalg.lstsq(before, after, rcond=None)[0].T
