# task: global_tokens_mask
# mistake: Leaves the local links out.
# diagnosis: global-and-themselves
# %%
import numpy as np


# %%
def global_tokens_mask(n, window, global_positions):
    is_global = np.zeros(n, dtype=bool)
    is_global[list(global_positions)] = True
    return is_global[:, None] | is_global[None, :] | np.eye(n, dtype=bool)
