# task: concat_score
# style: tanh(x) written as 2 sigmoid(2x) - 1.
# %%
import numpy as np


def concat_score(h_t, states, W, v):
    repeated = np.broadcast_to(h_t[..., None, :], states.shape[:-1] + h_t.shape[-1:])
    x = np.concatenate([repeated, states], -1) @ W
    return (2 / (1 + np.exp(-2 * x)) - 1) @ v
