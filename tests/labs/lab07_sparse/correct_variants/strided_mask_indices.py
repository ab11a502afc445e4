# task: strided_mask
# style: np.indices and divmod.
# %%
import numpy as np


def strided_mask(n, stride):
    i, j = np.indices((n, n))
    steps, rest = np.divmod(i - j, stride)
    return (rest == 0) & (steps >= 0)
