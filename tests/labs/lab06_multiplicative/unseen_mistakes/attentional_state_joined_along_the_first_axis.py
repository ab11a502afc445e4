# task: attentional_state
# mistake: Joins along axis 0, which is right without a batch only.
# diagnosis: state-joined-along-the-first-axis
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(np.concatenate((context, h_t)) @ W_c)
