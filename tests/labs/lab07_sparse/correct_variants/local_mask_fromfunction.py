# task: local_mask
# style: np.fromfunction and a conditional expression.
# %%
import numpy as np


def local_mask(n, window, causal=False):
    def near(i, j):
        return np.logical_and(i - j <= window, j <= i if causal else j - i <= window)

    return np.fromfunction(near, (n, n), dtype=int)
