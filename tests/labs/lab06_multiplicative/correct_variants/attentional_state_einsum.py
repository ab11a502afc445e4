# task: attentional_state
# style: Two einsums, one for each part of the matrix.
# %%
import numpy as np


def attentional_state(context, h_t, W_c):
    upper, lower = np.split(W_c, [context.shape[-1]], axis=0)
    return np.tanh(np.einsum("...a,ao->...o", context, upper) + np.einsum("...b,bo->...o", h_t, lower))
