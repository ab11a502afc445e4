# task: concat_score
# mistake: Joins along the axis of the source states: one more of them, where it fits at all.
# diagnosis: none
# %%
import numpy as np


# %%
def concat_score(h_t, states, W, v):
    rows = np.concatenate([np.expand_dims(h_t, -2), states], axis=-2)
    return np.tanh(rows @ W) @ v
