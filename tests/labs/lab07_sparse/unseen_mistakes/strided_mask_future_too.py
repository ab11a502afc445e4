# task: strided_mask
# mistake: Every multiple of the stride, to both sides.
# diagnosis: strided-to-both-sides
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    i = np.arange(n)
    return abs(i[:, None] - i[None, :]) % stride == 0
