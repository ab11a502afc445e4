# task: padding_mask
# mistake: Returns (batch, max_length), which does not broadcast to the scores.
# diagnosis: padding-without-query-axis
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    return np.arange(max_length)[None, :] < np.asarray(lengths)[:, None]
