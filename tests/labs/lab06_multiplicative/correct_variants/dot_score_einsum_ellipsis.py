# task: dot_score
# style: One einsum with an ellipsis.
# %%
import numpy as np


def dot_score(h_t, states):
    return np.einsum("...d,...nd->...n", h_t, states)
