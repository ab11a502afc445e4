# task: global_tokens_mask
# mistake: Builds on the causal window.
# diagnosis: global-causal-window
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window, True)
    for g in global_positions:
        mask[g] = mask[:, g] = True
    return mask
