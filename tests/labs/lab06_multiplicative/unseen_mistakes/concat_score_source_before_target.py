# task: concat_score
# mistake: Lays the source state before the target state.
# diagnosis: concat-states-first
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    h = np.broadcast_to(h_t[..., None, :], states.shape[:-1] + h_t.shape[-1:])
    return np.tanh(np.concatenate([states, h], axis=-1) @ W) @ v
