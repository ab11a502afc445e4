# task: causal_mask
# mistake: Returns integers and not booleans.
# diagnosis: aligned-of-numbers
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    return np.tril(np.ones((n_q, n_k), dtype=int), k=n_k - n_q)
