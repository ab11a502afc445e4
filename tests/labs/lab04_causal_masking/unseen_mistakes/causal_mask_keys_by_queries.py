# task: causal_mask
# mistake: Has the keys in the rows and the queries in the columns.
# diagnosis: aligned-keys-by-queries
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    key = np.arange(n_k)[:, np.newaxis]
    query = np.arange(n_q)[np.newaxis, :] + (n_k - n_q)
    return key <= query
