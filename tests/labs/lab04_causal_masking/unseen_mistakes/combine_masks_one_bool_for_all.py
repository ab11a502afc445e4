# task: combine_masks
# mistake: Asks whether everything is True and returns one truth value.
# diagnosis: none
# %%
import numpy as np


# %%
def combine_masks(*masks):
    given = [m for m in masks if m is not None]
    if not given:
        return None
    given = np.broadcast_arrays(*given)
    return np.all(given)
