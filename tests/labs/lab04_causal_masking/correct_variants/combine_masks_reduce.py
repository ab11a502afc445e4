# task: combine_masks
# style: functools.reduce with logical_and, the None left out.
# %%
from functools import reduce

import numpy as np


def combine_masks(*masks):
    masks = [m for m in masks if m is not None]
    if len(masks) == 0:
        return None
    return reduce(np.logical_and, masks)
