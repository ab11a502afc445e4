# task: softmax_jacobian
# style: The identity times p minus an outer product made with new axes.
# %%
import numpy as np


def softmax_jacobian(p):
    p = np.asarray(p, dtype=float)
    n = p.shape[-1]
    return np.eye(n) * p[..., None, :] - p[..., :, None] * p[..., None, :]
