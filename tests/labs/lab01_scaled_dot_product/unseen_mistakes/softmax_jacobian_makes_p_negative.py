# task: softmax_jacobian
# mistake: Negates a view of p in place, so that the caller's p has the wrong sign afterwards.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    n = p.shape[-1]
    diag = p[..., None] * np.eye(n)
    row = np.array(p)[..., None, :]
    col = p[..., :, None]
    col *= -1
    return diag + col * row
