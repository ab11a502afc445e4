# task: general_score
# style: A chain of three matrix products.
# %%
import numpy as np


def general_score(h_t, states, W):
    row = h_t[..., np.newaxis, :] @ W
    scores = row @ np.swapaxes(states, -2, -1)
    return np.squeeze(scores, axis=-2)
