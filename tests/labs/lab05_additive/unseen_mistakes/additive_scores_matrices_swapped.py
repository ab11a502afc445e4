# task: additive_scores
# mistake: Projects the query by W_k and the keys by W_q.
# diagnosis: exchanged-matrices
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    projected = query @ W_k
    return np.tanh(np.expand_dims(projected, -2) + keys @ W_q) @ v
