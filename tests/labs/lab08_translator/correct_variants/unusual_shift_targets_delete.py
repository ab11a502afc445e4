# task: shift_targets
# style: np.delete takes one column away from each; the pair is a list.
# %%
import numpy as np


# %%
def shift_targets(ids):
    return [np.delete(ids, column, axis=1) for column in (-1, 0)]
