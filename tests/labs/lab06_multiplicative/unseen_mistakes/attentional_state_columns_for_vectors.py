# task: attentional_state
# mistake: Multiplies from the left, as the paper does.
# diagnosis: state-columns-for-vectors
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(W_c.T @ np.concatenate([context, h_t], axis=-1))
