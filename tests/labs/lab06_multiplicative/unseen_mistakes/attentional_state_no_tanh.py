# task: attentional_state
# mistake: Projects and leaves it there.
# diagnosis: state-without-tanh
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    d_s = context.shape[-1]
    return context @ W_c[:d_s] + h_t @ W_c[d_s:]
