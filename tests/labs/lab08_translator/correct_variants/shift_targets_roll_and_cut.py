# task: shift_targets
# style: Rolls, then cuts off what came round.
# %%
import numpy as np


# %%
def shift_targets(ids):
    n = np.shape(ids)[1]
    return np.take(ids, range(n - 1), axis=1), np.roll(ids, -1, axis=1)[:, : n - 1]
