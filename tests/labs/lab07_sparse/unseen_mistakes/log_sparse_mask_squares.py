# task: log_sparse_mask
# mistake: Squares k where 2 has to be raised to it.
# diagnosis: log-squares
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    back = np.arange(n)[:, None] - np.arange(n)
    steps = [k**2 for k in range(n)]
    return (back == 0) | np.isin(back, steps)
