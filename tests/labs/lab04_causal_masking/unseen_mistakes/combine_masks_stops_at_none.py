# task: combine_masks
# mistake: Returns at the first None and forgets all other masks.
# diagnosis: none
# %%
import numpy as np


# %%
def combine_masks(*masks):
    result = None
    for mask in masks:
        if mask is None:
            return result
        result = mask if result is None else result & mask
    return result
