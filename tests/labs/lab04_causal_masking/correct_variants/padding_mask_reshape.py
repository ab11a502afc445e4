# task: padding_mask
# style: A column of lengths by reshape.
# %%
import numpy as np


def padding_mask(lengths, max_length):
    columns = np.arange(max_length).reshape(1, 1, -1)
    return columns < np.reshape(lengths, (-1, 1, 1))
