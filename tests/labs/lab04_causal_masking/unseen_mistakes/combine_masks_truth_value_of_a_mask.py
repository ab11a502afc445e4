# task: combine_masks
# mistake: Sorts the None out by asking each mask for its truth value.
# diagnosis: none
# %%
import numpy as np


# %%
def combine_masks(*masks):
    present = [m for m in masks if m]
    if not present:
        return None
    out = present[0]
    for m in present[1:]:
        out = out * m
    return out
