# task: softmax_jacobian
# mistake: Uses p_i (delta_ij - p_i), which is right on the diagonal only.
# diagnosis: none
# %%
import numpy as np


# %%
def softmax_jacobian(p):
    col = p[..., :, None]
    return col * (np.eye(p.shape[-1]) - col)
