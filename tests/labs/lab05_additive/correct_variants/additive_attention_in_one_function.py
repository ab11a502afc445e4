# task: additive_attention
# style: Scores written out again, without a call of the first task.
# %%
import numpy as np


# %%
def additive_attention(query, keys, values, W_q, W_k, v, mask=None):
    energy = np.tanh(np.expand_dims(query @ W_q, axis=-2) + keys @ W_k).dot(v)
    energy = energy - energy.max(axis=-1, keepdims=True)
    e = np.exp(energy)
    if mask is not None:
        e = e * mask
    alpha = e / e.sum(axis=-1, keepdims=True)
    return np.sum(alpha[..., None] * values, axis=-2), alpha
