# task: softmax_jacobian
# mistake: np.fill_diagonal does not fill the diagonal of every matrix of a stack.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    J = -p[..., :, None] * p[..., None, :]
    if p.ndim == 1:
        np.fill_diagonal(J, p * (1 - p))
    else:
        for row, j in zip(p.reshape(-1, p.shape[-1]), J):
            np.fill_diagonal(j, row * (1 - row))
    return J
