# task: softmax_jacobian
# mistake: Only fills the diagonal with p (1 - p) and leaves the rest zero.
# diagnosis: jacobian-zero-off-diagonal
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    n = p.shape[-1]
    jac = np.zeros(p.shape + (n,))
    i = np.arange(n)
    jac[..., i, i] = p * (1 - p)
    return jac
