# task: receptive_field
# mistake: Asks for more than one way.
# diagnosis: none
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    ways = np.linalg.matrix_power(np.asarray(mask) + np.eye(len(mask)), num_layers)
    return ways > 1
