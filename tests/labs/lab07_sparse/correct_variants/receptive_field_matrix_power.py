# task: receptive_field
# style: NumPy's matrix power of floats.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    return np.linalg.matrix_power(mask + np.eye(len(mask)), num_layers) > 0
