# task: padding_mask
# style: A loop that opens the first places of each row.
# %%
import numpy as np


def padding_mask(lengths, max_length):
    mask = np.zeros((len(lengths), 1, max_length), dtype=bool)
    for sample, length in enumerate(lengths):
        mask[sample, 0, :length] = True
    return mask
