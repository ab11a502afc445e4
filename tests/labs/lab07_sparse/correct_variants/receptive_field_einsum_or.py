# task: receptive_field
# style: Or of ands by broadcasting.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    layer = np.logical_or(mask, np.identity(len(mask), dtype=bool))
    field = np.identity(len(mask), dtype=bool)
    for _ in range(num_layers):
        field = (field[:, :, None] & layer[None, :, :]).any(axis=1)
    return field
