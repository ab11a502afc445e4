# task: receptive_field
# mistake: Follows attention only: without the residual a position may lose itself.
# diagnosis: field-without-residual
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    return np.linalg.matrix_power(np.asarray(mask).astype(float), num_layers) > 0
