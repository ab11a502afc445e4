# task: attentional_state
# mistake: Takes the tanh before it multiplies.
# diagnosis: state-tanh-before-the-matrix
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(np.concatenate([context, h_t], axis=-1)) @ W_c
