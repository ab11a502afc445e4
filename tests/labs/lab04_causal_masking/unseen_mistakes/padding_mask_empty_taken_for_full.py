# task: padding_mask
# mistake: Writes `length or max_length`, so that an empty sentence counts as a full one.
# diagnosis: none
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    mask = np.zeros((len(lengths), 1, max_length), dtype=bool)
    for row, length in zip(mask, lengths):
        row[:, : length or max_length] = True
    return mask
