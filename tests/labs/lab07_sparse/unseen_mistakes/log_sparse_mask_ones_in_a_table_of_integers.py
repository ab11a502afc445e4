# task: log_sparse_mask
# mistake: Fills a table of integers.
# diagnosis: log-of-numbers
# %%
import numpy as np


# %%
def log_sparse_mask(n):
    table = np.zeros((n, n), dtype=int)
    for i in range(n):
        table[i, i] = 1
        step = 1
        while step <= i:
            table[i, i - step] = 1
            step <<= 1
    return table
