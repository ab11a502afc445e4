# task: receptive_field
# mistake: Multiplies what has been reached by itself: 2, 4, 8 layers.
# diagnosis: field-that-doubles
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    if num_layers == 0:
        return np.eye(len(mask), dtype=bool)
    reach = mask | np.eye(len(mask), dtype=bool)
    for _ in range(num_layers - 1):
        reach = reach @ reach
    return reach
