# task: softmax_jacobian
# mistake: Contracts the outer product to the sum of squares, so that the same number is taken from every diagonal element.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    eye = np.eye(p.shape[-1])
    inner = np.sum(p * p, axis=-1)[..., None, None]
    return eye * p[..., None, :] - eye * inner
