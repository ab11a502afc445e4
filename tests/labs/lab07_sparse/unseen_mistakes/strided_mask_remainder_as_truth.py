# task: strided_mask
# mistake: Takes a remainder of 0 for False: all but the multiples.
# diagnosis: strided-leaves-out-the-steps
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    i = np.arange(n)
    return np.tril((i[:, None] - i) % stride).astype(bool)
