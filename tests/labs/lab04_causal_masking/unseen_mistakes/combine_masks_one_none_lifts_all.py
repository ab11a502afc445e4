# task: combine_masks
# mistake: Takes a single None for "no restriction at all".
# diagnosis: combine-none-wins
# %%
import numpy as np


# %%
def combine_masks(*masks):
    if len(masks) == 0 or any(m is None for m in masks):
        return None
    combined = masks[0]
    for m in masks[1:]:
        combined = np.logical_and(combined, m)
    return combined
