# task: additive_scores
# mistake: Repeats the queries by tile where repeat is meant, which mixes up the samples.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    *lead, n, _ = keys.shape
    q = np.atleast_2d(query @ W_q)
    q = q.reshape(-1, q.shape[-1])
    repeated = np.tile(q, (n, 1)).reshape(*lead, n, -1)
    return np.tanh(repeated + keys @ W_k) @ v
