# task: global_tokens_mask
# mistake: Keeps the global positions causal: nobody sees ahead.
# diagnosis: none
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    for g in global_positions:
        mask[g, : g + 1] = True
        mask[g:, g] = True
    return mask
