# task: softmax_jacobian
# mistake: Adds p p^T where it has to be subtracted.
# diagnosis: jacobian-plus
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    n = p.shape[-1]
    return p[..., None] * np.eye(n) + np.einsum("...i,...j->...ij", p, p)
