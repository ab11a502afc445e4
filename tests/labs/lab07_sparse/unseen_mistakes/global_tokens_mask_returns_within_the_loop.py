# task: global_tokens_mask
# mistake: Returns after the first global position.
# diagnosis: global-first-of-the-list
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    for g in global_positions:
        mask[g, :] = True
        mask[:, g] = True
        return mask
    return mask
