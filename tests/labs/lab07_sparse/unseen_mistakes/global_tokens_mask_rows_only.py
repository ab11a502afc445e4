# task: global_tokens_mask
# mistake: Global positions see everyone, but are not seen.
# diagnosis: global-rows-only
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    i = np.arange(n)
    mask = np.abs(i[:, None] - i) <= window
    mask[list(global_positions)] = True
    return mask
