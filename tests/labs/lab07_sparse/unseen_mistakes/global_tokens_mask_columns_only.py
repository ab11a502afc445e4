# task: global_tokens_mask
# mistake: Global positions are seen by everyone, but see their neighbours only.
# diagnosis: global-columns-only
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    for g in global_positions:
        mask[:, g] = True
    return mask
