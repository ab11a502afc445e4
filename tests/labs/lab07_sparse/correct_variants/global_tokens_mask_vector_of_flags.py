# task: global_tokens_mask
# style: A vector that flags the global tokens, combined by broadcasting.
# %%
import numpy as np


def global_tokens_mask(n, window, global_positions):
    flags = np.isin(np.arange(n), list(global_positions))
    near = np.abs(np.arange(n)[:, None] - np.arange(n)) <= window
    return near | flags | flags[:, None]
