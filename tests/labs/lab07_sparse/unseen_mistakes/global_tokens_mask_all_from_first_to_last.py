# task: global_tokens_mask
# mistake: Takes two positions for the ends of a range.
# diagnosis: global-from-first-to-last
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    if len(global_positions):
        a, b = min(global_positions), max(global_positions)
        mask[a : b + 1, :] = True
        mask[:, a : b + 1] = True
    return mask
