# task: shift_matrix
# style: Kronecker products with the identity's diagonal.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    t = offset * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.kron(np.diag(np.cos(t)), np.eye(2)) + np.kron(np.diag(np.sin(t)), np.array([[0, 1], [-1, 0]]))
