# task: shift_targets
# style: A sliding window of two columns, taken apart.
# %%
import numpy as np


# %%
def shift_targets(ids):
    pairs = np.lib.stride_tricks.sliding_window_view(ids, 2, axis=1)
    return pairs[..., 0], pairs[..., 1]
