# task: softmax_jacobian
# style: A writable einsum view of the diagonal receives p before the outer product is subtracted.
# %%
import numpy as np


def softmax_jacobian(p):
    n = p.shape[-1]
    J = np.zeros((*p.shape[:-1], n, n))
    np.einsum("...ii->...i", J)[...] = p
    J -= np.matmul(p[..., None].astype(float), p[..., None, :].astype(float))
    return J
