# task: softmax_jacobian
# mistake: Puts the identity matrix where diag(p) belongs.
# diagnosis: jacobian-identity-for-diagonal
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    column = p[..., np.newaxis]
    return np.eye(p.shape[-1]) - column @ np.swapaxes(column, -1, -2)
