# task: causal_mask
# mistake: Builds an n_k x n_k mask and does not cut the last n_q rows out.
# diagnosis: aligned-with-a-row-for-each-key
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    full = np.tri(n_k, n_k, 0) > 0
    return full[n_k - n_k :]
