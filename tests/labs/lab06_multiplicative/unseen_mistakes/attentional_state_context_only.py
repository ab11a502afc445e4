# task: attentional_state
# mistake: Projects the context and leaves the target state out.
# diagnosis: state-target-left-out
# %%
import numpy as np


# %%
def attentional_state(context, h_t, W_c):
    return np.tanh(context @ W_c[: context.shape[-1]])
