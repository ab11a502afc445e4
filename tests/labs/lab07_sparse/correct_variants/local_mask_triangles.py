# task: local_mask
# style: Two triangles, one cut out of the other.
# %%
import numpy as np


def local_mask(n, window, causal=False):
    ones = np.ones((n, n), dtype=bool)
    upper = np.tril(ones, 0 if causal else window)
    return np.triu(upper, -window)
