# task: additive_scores
# mistake: Names exactly one leading axis.
# diagnosis: none
# %%
import numpy as np


# %%
def additive_scores(query, keys, W_q, W_k, v):
    q = np.einsum("bd,da->ba", query, W_q)
    k = np.einsum("bnd,da->bna", keys, W_k)
    return np.einsum("bna,a->bn", np.tanh(q[:, None] + k), v)
