# task: additive_scores
# mistake: Takes the tanh of the score and not of the hidden units.
# diagnosis: tanh-after-v
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    q = np.einsum("...d,da->...a", query, W_q)
    k = np.einsum("...nd,da->...na", keys, W_k)
    return np.tanh(np.einsum("...na,a->...n", q[..., None, :] + k, v))
