# task: shift_matrix
# style: Works with all sines first, and reorders rows and columns at the end.
# %%
import numpy as np


def shift_matrix(offset, d_model):
    half = d_model // 2
    theta = offset * np.exp(-np.log(10000.0) * np.arange(half) * 2 / d_model)
    C, S = np.diag(np.cos(theta)), np.diag(np.sin(theta))
    separated = np.vstack([np.hstack([C, S]), np.hstack([-S, C])])
    order = np.empty(d_model, dtype=int)
    order[0::2], order[1::2] = np.arange(half), half + np.arange(half)
    return separated[np.ix_(order, order)]
