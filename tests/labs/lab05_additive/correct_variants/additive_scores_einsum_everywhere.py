# task: additive_scores
# style: Three einsums with an ellipsis.
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    a = np.einsum("...i,ia->...a", query, W_q)
    b = np.einsum("...ni,ia->...na", keys, W_k)
    return np.einsum("...na,a->...n", np.tanh(a[..., None, :] + b), v)
