# task: additive_scores
# mistake: Takes the tanh of each projection and adds afterwards.
# diagnosis: tanh-of-each-part
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    q = np.tanh(query @ W_q)
    k = np.tanh(keys @ W_k)
    return (q[..., None, :] + k) @ v
