# task: softmax_jacobian
# style: Every (n+1)-th entry of the flattened matrices is the diagonal.
# %%
import numpy as np


def softmax_jacobian(p):
    n = p.shape[-1]
    flat = np.zeros(p.shape[:-1] + (n * n,))
    flat[..., :: n + 1] = p
    diag = flat.reshape(p.shape + (n,))
    return diag - np.multiply(p[..., None], p[..., None, :])
