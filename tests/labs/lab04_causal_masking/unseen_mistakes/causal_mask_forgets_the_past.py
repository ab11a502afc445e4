# task: causal_mask
# mistake: Puts blocked columns before the square, so that the older keys cannot be seen.
# diagnosis: aligned-hides-the-cache
# %%
import numpy as np


# %%
def causal_mask(n_q, n_k):
    square = np.tri(n_q, dtype=bool)
    before = np.zeros((n_q, n_k - n_q), dtype=bool)
    return np.hstack([before, square])
