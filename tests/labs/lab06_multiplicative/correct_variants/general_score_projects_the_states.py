# task: general_score
# style: Projects the source states by the turned matrix instead of the target state.
# %%
import numpy as np


def general_score(h_t, states, W):
    keys = states @ W.T
    return np.sum(keys * h_t[..., None, :], axis=-1)
