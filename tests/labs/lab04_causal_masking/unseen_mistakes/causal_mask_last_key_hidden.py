# task: causal_mask
# mistake: Uses < where <= is meant: no query sees its own position.
# diagnosis: aligned-hides-itself
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    i = np.arange(n_q)[:, None] + n_k - n_q
    j = np.arange(n_k)
    return j < i
