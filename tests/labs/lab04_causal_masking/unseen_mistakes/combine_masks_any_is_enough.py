# task: combine_masks
# mistake: Is True where one of the masks is True.
# diagnosis: combine-by-or
# %%
import numpy as np


# %%
def combine_masks(*masks):
    given = [m for m in masks if m is not None]
    if not given:
        return None
    result = given[0]
    for m in given[1:]:
        result = result | m
    return result
