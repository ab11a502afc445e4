# task: shift_matrix
# mistake: Shifts the features by the offset, as np.eye with k does.
# diagnosis: shift-moves-the-features-to-the-left
# %%
import numpy as np


# %%
def shift_matrix(offset, d_model):
    return np.eye(d_model, k=offset)
