# task: strided_mask
# mistake: Itself and the one position a stride before.
# diagnosis: strided-one-step-only
# %%
import numpy as np


# %%
def strided_mask(n, stride):
    return np.eye(n, dtype=bool) | np.eye(n, k=-stride, dtype=bool)
