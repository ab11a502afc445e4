# task: log_sparse_mask
# mistake: Asks for a whole logarithm, which the distance 0 has not: nobody sees itself.
# diagnosis: log-hides-itself
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    i = np.arange(n)
    with np.errstate(all="ignore"):
        exponent = np.log2(i[:, None] - i)
        return exponent == np.round(exponent.clip(0))
