# task: padding_mask
# mistake: Blocks the last `max_length - length` positions by a negative slice, which takes all of them when that is 0.
# diagnosis: none
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    mask = np.ones((len(lengths), 1, max_length), dtype=bool)
    for b in range(len(lengths)):
        padding = max_length - lengths[b]
        mask[b, :, -padding:] = False
    return mask
