# task: receptive_field
# mistake: Updates in place while reading, so that news travel on within one layer.
# diagnosis: none
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    n = len(mask)
    reach = np.eye(n, dtype=bool)
    for _ in range(num_layers):
        for i in range(n):
            for k in range(n):
                if mask[i, k]:
                    reach[i] |= reach[k]
    return reach
