# task: softmax_jacobian
# mistake: np.diag of a matrix reads its diagonal, so that only a single vector p works.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    return np.diag(p) - p[..., :, None] * p[..., None, :]
