# task: receptive_field
# mistake: Fills the diagonal of the caller's mask.
# diagnosis: field-changes-the-mask
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    np.fill_diagonal(mask, True)
    reach = np.eye(len(mask), dtype=bool)
    for _ in range(num_layers):
        reach = reach @ mask
    return reach
