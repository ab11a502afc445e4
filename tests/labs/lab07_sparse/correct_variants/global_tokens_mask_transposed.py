# task: global_tokens_mask
# style: Full rows, and the transpose of the same.
# %%
import numpy as np


def global_tokens_mask(n, window, global_positions):
    rows = np.zeros((n, n), dtype=bool)
    rows[list(global_positions), :] = True
    return local_mask(n, window) | rows | rows.T
