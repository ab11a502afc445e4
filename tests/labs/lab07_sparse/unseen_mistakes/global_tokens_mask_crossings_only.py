# task: global_tokens_mask
# mistake: Indexes rows and columns at once, which sets single entries on the diagonal.
# diagnosis: global-changes-nothing
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    positions = list(global_positions)
    mask[positions, positions] = True
    return mask
