# task: local_mask
# style: One diagonal after the other.
# %%
import numpy as np


def local_mask(n, window, causal=False):
    mask = np.zeros((n, n), dtype=bool)
    for k in range(-min(window, n), (0 if causal else min(window, n)) + 1):
        mask |= np.eye(n, k=k, dtype=bool)
    return mask
