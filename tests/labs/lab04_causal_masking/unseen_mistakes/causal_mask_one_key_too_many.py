# task: causal_mask
# mistake: Lets the range of visible keys end one later.
# diagnosis: aligned-one-ahead
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    mask = np.zeros((n_q, n_k), dtype=bool)
    for i in range(n_q):
        mask[i, : i + n_k - n_q + 2] = True
    return mask
