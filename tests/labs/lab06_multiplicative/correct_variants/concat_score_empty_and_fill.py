# task: concat_score
# style: Allocates the joined array and fills both parts.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    d_t, d_s = h_t.shape[-1], states.shape[-1]
    joined = np.empty(states.shape[:-1] + (d_t + d_s,))
    joined[..., :d_t] = h_t[..., None, :]
    joined[..., d_t:] = states
    return np.tanh(joined @ W) @ v
