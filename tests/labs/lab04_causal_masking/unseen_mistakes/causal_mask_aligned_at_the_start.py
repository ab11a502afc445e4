# task: causal_mask
# mistake: Aligns the first query with the first key, so that the last query does not see the last key.
# diagnosis: aligned-at-the-start
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    return np.tril(np.ones((n_q, n_k), dtype=bool))
