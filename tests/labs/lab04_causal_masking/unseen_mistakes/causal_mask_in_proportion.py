# task: causal_mask
# mistake: Compares the fractions i / n_q and j / n_k, as if the queries were spread over the keys.
# diagnosis: none
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    i, j = np.ogrid[:n_q, :n_k]
    return j * n_q <= i * n_k
