# task: combine_masks
# style: Booleans multiplied.
# %%
import numpy as np


def combine_masks(*masks):
    present = [m for m in masks if m is not None]
    if not present:
        return
    product = np.array(True)
    for m in present:
        product = product * m
    return product
