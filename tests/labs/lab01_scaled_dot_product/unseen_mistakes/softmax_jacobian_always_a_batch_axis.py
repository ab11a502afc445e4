# task: softmax_jacobian
# mistake: Makes a batch of a single vector and returns (1, n, n), and fails for more than one leading axis.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    p = np.atleast_2d(p)
    diag = np.einsum("bi,ij->bij", p, np.eye(p.shape[-1]))
    return diag - np.einsum("bi,bj->bij", p, p)
