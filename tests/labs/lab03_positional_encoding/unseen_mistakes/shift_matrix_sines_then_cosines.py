# task: shift_matrix
# mistake: Is built for an encoding with all sines first: it joins column p with column p + d/2.
# diagnosis: shift-of-halves
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    w = 1 / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    C, S = np.diag(np.cos(offset * w)), np.diag(np.sin(offset * w))
    return np.block([[C, S], [-S, C]])
