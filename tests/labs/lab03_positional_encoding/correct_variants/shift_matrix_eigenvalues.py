# task: shift_matrix
# style: Multiplies the eigenvalues, unit complex numbers, and takes the real part.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    w = np.repeat(10000.0 ** (-np.arange(0, d_model, 2) / d_model), 2) * np.tile([1.0, -1.0], d_model // 2)
    basis = np.kron(np.eye(d_model // 2), np.array([[1, 1], [1j, -1j]]) / np.sqrt(2))
    return (basis @ np.diag(np.exp(1j * offset * w)) @ basis.conj().T).real
