# task: strided_mask
# mistake: Divides where the remainder is asked for: positions of the same block.
# diagnosis: strided-blocks
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    idx = np.arange(n)
    return np.tril(idx[:, None] // stride == idx[None, :] // stride)
