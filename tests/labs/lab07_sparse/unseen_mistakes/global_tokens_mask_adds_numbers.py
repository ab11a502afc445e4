# task: global_tokens_mask
# mistake: Adds ones to a table of numbers and gets twos.
# diagnosis: none
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window).astype(int)
    for g in global_positions:
        mask[g, :] += 1
        mask[:, g] += 1
    return mask
