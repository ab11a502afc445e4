# task: receptive_field
# style: Counts of ways, cut to 0 and 1 after each layer.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    layer = np.clip(mask.astype(int) + np.eye(len(mask), dtype=int), 0, 1)
    field = np.eye(len(mask), dtype=int)
    for _ in range(num_layers):
        field = np.minimum(layer @ field, 1)
    return field > 0
