# task: padding_mask
# mistake: Puts the new axis last: it hides rows and not columns.
# diagnosis: padding-of-queries
# %%
import numpy as np


# %%
def padding_mask(lengths, max_length):
    mask = np.zeros((len(lengths), max_length, 1), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, :length, 0] = True
    return mask
