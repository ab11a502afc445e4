# task: padding_mask
# mistake: Is True on the padding.
# diagnosis: padding-true-means-padding
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    position = np.arange(max_length).reshape(1, 1, -1)
    return position >= np.reshape(lengths, (-1, 1, 1))
