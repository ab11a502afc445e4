# task: combine_masks
# style: Broadcast to one shape, stack, all.
# %%
import numpy as np


def combine_masks(*masks):
    given = list(filter(lambda mask: mask is not None, masks))
    if given == []:
        return None
    shape = np.broadcast_shapes(*(np.shape(mask) for mask in given))
    return np.stack([np.broadcast_to(mask, shape) for mask in given]).all(axis=0)
