# task: shift_matrix
# style: Solves for the matrix pair by pair from two positions.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    M = np.zeros((d_model, d_model))
    for column in range(0, d_model, 2):
        w = 1 / 10000 ** (column / d_model)
        far = np.pi / 2 / w  # a quarter turn away: the two vectors span the plane
        here = np.array([[np.sin(p * w), np.cos(p * w)] for p in (0.0, far)]).T
        there = np.array([[np.sin(p * w), np.cos(p * w)] for p in (0.0 + offset, far + offset)]).T
        M[column : column + 2, column : column + 2] = np.linalg.solve(here.T, there.T).T
    return M
