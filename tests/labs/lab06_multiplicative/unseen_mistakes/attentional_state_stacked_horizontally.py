# task: attentional_state
# mistake: Joins by hstack, which is right for no or one leading axis only.
# diagnosis: state-stacked-sideways
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(np.hstack([context, h_t]) @ W_c)
