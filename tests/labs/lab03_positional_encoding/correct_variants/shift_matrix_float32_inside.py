# task: shift_matrix
# style: Single precision inside.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    t = np.float32(offset) * np.float32(10000) ** (-np.arange(0, d_model, 2, dtype=np.float32) / np.float32(d_model))
    M = np.zeros((d_model, d_model), dtype=np.float32)
    i = np.arange(0, d_model, 2)
    M[i, i] = M[i + 1, i + 1] = np.cos(t)
    M[i, i + 1], M[i + 1, i] = np.sin(t), -np.sin(t)
    return M
