# task: strided_mask
# style: Every stride-th diagonal.
# %%
import numpy as np


def strided_mask(n, stride):
    return sum(np.eye(n, k=-step) for step in range(0, n, stride)).astype(bool)
