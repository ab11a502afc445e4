# task: attentional_state
# style: Cuts the matrix and adds two products.
# %%
import numpy as np


def attentional_state(context, h_t, W_c):
    d_s = context.shape[-1]
    return np.tanh(context @ W_c[:d_s] + h_t @ W_c[d_s:])
