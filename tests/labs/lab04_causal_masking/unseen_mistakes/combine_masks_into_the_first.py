# task: combine_masks
# mistake: Collects in the first mask, which is changed and cannot grow.
# diagnosis: combine-in-place
# %%
import numpy as np


# %%
def combine_masks(*masks):
    result = None
    for m in masks:
        if m is None:
            continue
        if result is None:
            result = m
        else:
            result &= m
    return result
