# task: receptive_field
# style: Three loops, layer by layer.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    n = len(mask)
    field = np.eye(n, dtype=bool)
    for _ in range(num_layers):
        wider = field.copy()
        for i in range(n):
            for k in range(n):
                if mask[i, k]:
                    wider[i] |= field[k]
        field = wider
    return field
