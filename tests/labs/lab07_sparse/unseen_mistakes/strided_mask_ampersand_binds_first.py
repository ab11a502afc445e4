# task: strided_mask
# mistake: Leaves out the brackets: & binds more strongly than the comparison.
# diagnosis: none
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    back = np.arange(n)[:, None] - np.arange(n)
    return back >= 0 & back % stride == 0
