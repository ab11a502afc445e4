# task: shift_targets
# mistake: Rolls the targets round, so that the start comes back at the end.
# diagnosis: shift-in-a-circle
# %%
import numpy as np


# %%
def shift_targets(ids):
    return ids, np.roll(ids, -1, axis=1)
