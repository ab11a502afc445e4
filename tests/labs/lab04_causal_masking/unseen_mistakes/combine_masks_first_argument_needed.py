# task: combine_masks
# mistake: Begins with masks[0], which does not exist when no mask is given.
# diagnosis: none
# %%
import numpy as np


# %%
def combine_masks(*masks):
    result = masks[0]
    for m in masks[1:]:
        if result is None:
            result = m
        elif m is not None:
            result = np.logical_and(result, m)
    return result
