# task: padding_mask
# mistake: Is as wide as the longest sentence, whatever max_length is.
# diagnosis: padding-to-the-longest
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    longest = int(np.max(lengths))
    return np.arange(longest)[None, None, :] < lengths[:, None, None]
