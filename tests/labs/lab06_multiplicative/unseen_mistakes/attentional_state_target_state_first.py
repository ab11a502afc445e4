# task: attentional_state
# mistake: Lays the target state before the context.
# diagnosis: state-target-first
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(np.concatenate([h_t, context], axis=-1) @ W_c)
