# task: additive_scores
# style: v as a column, and the axis of length 1 squeezed out by its place.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    v = v.reshape(-1, 1)
    energy = np.tanh(query[..., np.newaxis, :] @ W_q + keys @ W_k)
    return np.squeeze(energy @ v, axis=-1)
