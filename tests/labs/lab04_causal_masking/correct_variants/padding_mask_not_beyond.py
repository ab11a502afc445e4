# task: padding_mask
# style: The opposite of "at or beyond the length".
# %%
import numpy as np


def padding_mask(lengths, max_length):
    beyond = np.arange(max_length)[None, None] >= np.array(lengths)[:, None, None]
    return np.logical_not(beyond)
