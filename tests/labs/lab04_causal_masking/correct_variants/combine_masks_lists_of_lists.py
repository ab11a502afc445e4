# task: combine_masks
# style: The result as nested lists.
# %%
import numpy as np


def combine_masks(*masks):
    given = [np.asarray(mask) for mask in masks if mask is not None]
    if len(given) < 1:
        return None
    combined = given[0].copy()
    for other in given[1:]:
        combined = np.logical_and(combined, other)
    return combined.tolist()
