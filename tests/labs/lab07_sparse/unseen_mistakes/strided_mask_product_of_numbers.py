# task: strided_mask
# mistake: Multiplies a triangle of numbers by the pattern.
# diagnosis: strided-of-numbers
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    back = np.subtract.outer(np.arange(n), np.arange(n))
    return np.tri(n) * (back % stride == 0)
