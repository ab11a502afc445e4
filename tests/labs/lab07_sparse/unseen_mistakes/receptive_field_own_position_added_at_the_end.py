# task: receptive_field
# mistake: Adds the residual once, at the end, and not in every layer.
# diagnosis: field-residual-at-the-end
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    n = len(mask)
    reach = np.eye(n)
    for _ in range(num_layers):
        reach = reach @ mask
    return (reach + np.eye(n)) > 0
