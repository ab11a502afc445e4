# task: local_mask
# style: SciPy's Toeplitz matrix of a first column and a first row.
# %%
import numpy as np
from scipy.linalg import toeplitz


def local_mask(n, window, causal=False):
    near = np.arange(n) <= window
    return toeplitz(near, np.arange(n) == 0 if causal else near)
