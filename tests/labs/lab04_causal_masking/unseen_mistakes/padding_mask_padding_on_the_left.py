# task: padding_mask
# mistake: Marks the last positions, as for sentences that are padded on the left.
# diagnosis: padding-in-front
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    rows = [[False] * (max_length - length) + [True] * length for length in lengths.tolist()]
    return np.array(rows)[:, np.newaxis, :]
