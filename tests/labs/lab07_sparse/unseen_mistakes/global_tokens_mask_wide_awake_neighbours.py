# task: global_tokens_mask
# mistake: Lets the neighbours of a global position see everyone too.
# diagnosis: global-with-their-neighbours
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    for g in global_positions:
        lo, hi = max(0, g - window), g + window + 1
        mask[lo:hi, :] = True
        mask[:, lo:hi] = True
    return mask
