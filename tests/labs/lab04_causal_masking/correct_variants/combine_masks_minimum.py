# task: combine_masks
# style: The minimum of booleans.
# %%
import numpy as np


def combine_masks(*masks):
    combined = None
    for mask in filter(lambda one: one is not None, masks):
        combined = np.copy(mask) if combined is None else np.minimum(combined, mask)
    return combined
