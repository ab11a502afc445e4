# task: combine_masks
# mistake: Takes two masks and no more or fewer.
# diagnosis: none
# %%
import numpy as np


# %%
def combine_masks(first, second):
    if first is None:
        return second
    if second is None:
        return first
    return first & second
