# task: receptive_field
# mistake: Follows links in both directions.
# diagnosis: field-of-two-way-links
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    step = mask | mask.T | np.eye(len(mask), dtype=bool)
    return np.linalg.matrix_power(step.astype(float), num_layers) > 0
