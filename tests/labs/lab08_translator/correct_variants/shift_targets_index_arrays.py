# task: shift_targets
# style: Index arrays.
# %%
import numpy as np


# %%
def shift_targets(ids):
    places = np.arange(ids.shape[1] - 1)
    return ids[:, places], ids[:, places + 1]
