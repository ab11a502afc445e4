# task: shift_matrix
# style: Three diagonals added up.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    angle = np.repeat(offset / np.power(10000.0, np.arange(0, d_model, 2) / d_model), 2)
    sine = np.sin(angle)[:-1] * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(angle)) + np.diag(sine, 1) - np.diag(sine, -1)
