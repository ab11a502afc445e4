# task: additive_scores
# mistake: Inserts the axis at place 1, which is right for one leading axis only.
# diagnosis: axis-at-place-one
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    q = np.expand_dims(query @ W_q, 1)
    k = keys @ W_k
    return np.dot(np.tanh(q + k), v)
