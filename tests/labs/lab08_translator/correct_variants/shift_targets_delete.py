# task: shift_targets
# style: np.delete, in a list.
# %%
import numpy as np


# %%
def shift_targets(ids):
    return [np.delete(ids, -1, axis=1), np.delete(ids, 0, axis=1)]
