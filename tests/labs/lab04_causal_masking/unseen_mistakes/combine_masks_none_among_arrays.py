# task: combine_masks
# mistake: Hands None on to NumPy's logical_and.
# diagnosis: none
# %%
from functools import reduce

import numpy as np


# %%
def combine_masks(*masks):
    if all(m is None for m in masks):
        return None
    return reduce(np.logical_and, masks)
