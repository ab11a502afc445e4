# task: padding_mask
# mistake: Returns the numbers 1.0 and 0.0.
# diagnosis: padding-of-numbers
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    mask = np.zeros((len(lengths), 1, max_length))
    for b, length in enumerate(lengths):
        mask[b, 0, :length] = 1
    return mask
