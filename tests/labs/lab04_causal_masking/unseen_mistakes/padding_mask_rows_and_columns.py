# task: padding_mask
# mistake: Blocks rows and columns, and has max_length rows where one is asked for.
# diagnosis: none
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    real = np.arange(max_length) < lengths[:, None]
    return real[:, :, None] & real[:, None, :]
