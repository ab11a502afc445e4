# task: attentional_state
# mistake: Writes into the type of the context, which cuts everything down to 0 if it is of integers.
# diagnosis: state-in-whole-numbers
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    joined = np.concatenate([context, h_t], axis=-1)
    return np.tanh(joined @ W_c).astype(context.dtype)
