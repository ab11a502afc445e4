# task: attentional_state
# mistake: Joins by append, which lays a whole batch out flat.
# diagnosis: state-flattened
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(np.append(context, h_t) @ W_c)
