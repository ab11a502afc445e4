# task: attentional_state
# mistake: Cuts the matrix into two equal halves, whatever the sizes.
# diagnosis: none
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    W_context, W_state = np.array_split(W_c, 2)
    return np.tanh(context @ W_context + h_t @ W_state)
