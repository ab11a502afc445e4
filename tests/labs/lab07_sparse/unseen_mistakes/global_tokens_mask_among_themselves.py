# task: global_tokens_mask
# mistake: Links the global positions with each other only.
# diagnosis: global-among-themselves
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    mask = local_mask(n, window)
    g = np.array(list(global_positions), dtype=int)
    mask[np.ix_(g, g)] = True
    return mask
