# task: attentional_state
# style: Works with columns, as the paper does, and turns the result back.
# %%
import numpy as np


def attentional_state(context, h_t, W_c):
    column = np.concatenate([context, h_t], axis=-1)[..., None]
    return np.tanh(W_c.T @ column)[..., 0]
