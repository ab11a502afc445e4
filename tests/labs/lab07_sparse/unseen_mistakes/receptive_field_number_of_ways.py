# task: receptive_field
# mistake: Counts the ways from input to output.
# diagnosis: field-counts-ways
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    step = (mask | np.eye(len(mask), dtype=bool)).astype(int)
    return np.linalg.matrix_power(step, num_layers)
