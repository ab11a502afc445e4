# task: shift_matrix
# style: Reads sines and cosines off the learner's own encoding.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    row = positional_encoding(abs(offset) + 1, d_model)[-1]
    sine, cosine = row[0::2] * (1 if offset > 0 else -1), row[1::2]
    M = np.zeros((d_model // 2, 2, d_model // 2, 2))
    i = np.arange(d_model // 2)
    M[i, 0, i, 0] = M[i, 1, i, 1] = cosine
    M[i, 0, i, 1], M[i, 1, i, 0] = sine, -sine
    return M.reshape(d_model, d_model)
