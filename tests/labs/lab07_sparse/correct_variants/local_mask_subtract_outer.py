# task: local_mask
# style: np.subtract.outer, and a product of conditions.
# %%
import numpy as np


def local_mask(n, window, causal=False):
    back = np.subtract.outer(np.arange(n), np.arange(n))
    near = np.abs(back) <= window
    return near * (back >= 0) if causal else near
