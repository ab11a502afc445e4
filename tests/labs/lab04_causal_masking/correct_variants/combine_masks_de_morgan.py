# task: combine_masks
# style: Nothing that any mask hides: the opposite of a union.
# %%
import numpy as np


def combine_masks(*masks):
    hidden = np.array(False)
    restricted = False
    for mask in masks:
        if mask is not None:
            hidden = hidden | ~mask
            restricted = True
    return ~hidden if restricted else None
