# task: softmax_jacobian
# mistake: Returns one long stack of matrices when p has more than one leading axis.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    if p.ndim == 1:
        return np.diag(p) - np.outer(p, p)
    flat = p.reshape(-1, p.shape[-1])
    return np.stack([np.diag(row) - np.outer(row, row) for row in flat])
