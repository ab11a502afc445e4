# task: combine_masks
# mistake: Stacks the masks, for which they all need the same shape.
# diagnosis: combine-stacks-unequal-shapes
# %%
import numpy as np


# %%
def combine_masks(*masks):
    masks = [m for m in masks if m is not None]
    if len(masks) == 0:
        return None
    return np.stack(masks).all(axis=0)
