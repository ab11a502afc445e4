# task: additive_scores
# mistake: Goes on to the softmax: weights and no scores.
# diagnosis: scores-after-softmax
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    s = np.tanh((query @ W_q)[..., None, :] + keys @ W_k) @ v
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
