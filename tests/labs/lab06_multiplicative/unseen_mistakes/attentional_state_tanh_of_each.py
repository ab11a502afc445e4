# task: attentional_state
# mistake: Takes the tanh of each projection and adds afterwards.
# diagnosis: state-two-layers
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    d = context.shape[-1]
    return np.tanh(context @ W_c[:d]) + np.tanh(h_t @ W_c[d:])
