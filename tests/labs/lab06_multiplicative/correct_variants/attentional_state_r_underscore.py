# task: attentional_state
# style: np.r_ with a directive for the last axis.
# %%
import numpy as np


def attentional_state(context, h_t, W_c):
    return np.tanh(np.r_["-1", context, h_t] @ W_c)
