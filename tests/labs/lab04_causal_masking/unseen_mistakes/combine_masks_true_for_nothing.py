# task: combine_masks
# mistake: Starts from True and returns it when there is no mask.
# diagnosis: combine-true-for-nothing
# %%
import numpy as np


# %%
def combine_masks(*masks):
    result = True
    for mask in masks:
        if mask is not None:
            result = np.logical_and(result, mask)
    return result
