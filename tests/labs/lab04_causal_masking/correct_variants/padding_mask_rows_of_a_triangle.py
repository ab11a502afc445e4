# task: padding_mask
# style: Rows of one triangular table, picked by length.
# %%
import numpy as np


def padding_mask(lengths, max_length):
    table = np.tri(max_length + 1, max_length, -1, dtype=bool)
    return table[lengths][:, None]
