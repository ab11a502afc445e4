# task: receptive_field
# mistake: Rows for inputs: the transpose.
# diagnosis: field-transposed
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    n = len(mask)
    reach = np.eye(n, dtype=bool)
    for _ in range(num_layers):
        new = reach.copy()
        for j in range(n):
            for i in range(n):
                if mask[i, j]:
                    new[:, i] |= reach[:, j]
        reach = new
    return reach
