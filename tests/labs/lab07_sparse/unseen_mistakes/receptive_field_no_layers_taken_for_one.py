# task: receptive_field
# mistake: Begins with one layer, also where there is none.
# diagnosis: field-of-no-layer-is-the-mask
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    step = np.asarray(mask) | np.eye(len(mask), dtype=bool)
    reach = step.copy()
    for _ in range(1, num_layers):
        reach = reach @ step
    return reach
