# task: causal_mask
# mistake: Puts the columns of the older keys behind the square and not before it.
# diagnosis: aligned-cache-behind
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    square = np.tri(n_q, dtype=bool)
    older = np.ones((n_q, n_k - n_q), dtype=bool)
    return np.concatenate([square, older], axis=1)
