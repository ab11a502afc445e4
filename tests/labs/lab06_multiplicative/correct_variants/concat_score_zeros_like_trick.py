# task: concat_score
# style: Repeats by adding zeros.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    copies = h_t[..., None, :] + np.zeros(states.shape[:-1] + (1,))
    return np.tanh(np.append(copies, states, axis=-1) @ W) @ v
