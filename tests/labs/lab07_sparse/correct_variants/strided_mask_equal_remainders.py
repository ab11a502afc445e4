# task: strided_mask
# style: Query and key have equal remainders, and the key is not later.
# %%
import numpy as np


def strided_mask(n, stride):
    phase = np.arange(n) % stride
    return np.tril(phase[:, None] == phase[None, :])
