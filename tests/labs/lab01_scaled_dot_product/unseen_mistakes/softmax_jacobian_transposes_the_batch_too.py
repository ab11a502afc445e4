# task: softmax_jacobian
# mistake: Forms the outer product with .T, which turns the leading axes round as well.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    s = p[..., np.newaxis]
    return s * np.eye(p.shape[-1]) - s @ s.T
