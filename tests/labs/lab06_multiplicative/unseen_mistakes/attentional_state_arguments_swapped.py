# task: attentional_state
# mistake: Takes the target state for the first argument.
# diagnosis: state-target-first
# %%
import numpy as np


# %%
def attentional_state(h_t, context, W_c):
    return np.tanh(np.concatenate([context, h_t], axis=-1) @ W_c)
