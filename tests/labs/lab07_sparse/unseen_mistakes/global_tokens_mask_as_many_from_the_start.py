# task: global_tokens_mask
# mistake: Makes as many first positions global as there are global ones.
# diagnosis: global-first-ones
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    g = len(global_positions)
    mask[:g, :] = True
    mask[:, :g] = True
    return mask
