# task: attentional_state
# mistake: Lays the target state before the context and leaves the tanh out.
# diagnosis: state-target-first-without-tanh
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    d_t = h_t.shape[-1]
    return h_t @ W_c[:d_t] + context @ W_c[d_t:]
