# task: global_tokens_mask
# style: np.logical_or.outer, and a window of its own.
# %%
import numpy as np


def global_tokens_mask(n, window, global_positions):
    flags = np.zeros(n, dtype=bool)
    if len(global_positions) > 0:
        flags[np.array(global_positions)] = True
    band = np.tri(n, k=window, dtype=bool) & ~np.tri(n, k=-window - 1, dtype=bool)
    return np.logical_or(band, np.logical_or.outer(flags, flags))
