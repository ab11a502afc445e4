# task: causal_mask
# mistake: Shifts the diagonal by n_q - n_k, to the left.
# diagnosis: aligned-by-the-wrong-sign
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    return np.tri(n_q, n_k, k=n_q - n_k, dtype=bool)
