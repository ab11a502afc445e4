# task: combine_masks
# mistake: Compares by ==, so that it is also True where both are False.
# diagnosis: combine-where-equal
# %%
import numpy as np


# %%
def combine_masks(*masks):
    result = None
    for m in masks:
        if m is not None:
            result = m if result is None else (result == m)
    return result
