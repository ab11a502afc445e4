# task: receptive_field
# mistake: Begins with one layer and then adds num_layers.
# diagnosis: field-one-layer-too-many
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    layer = mask | np.eye(len(mask), dtype=bool)
    reach = layer
    for _ in range(num_layers):
        reach = (reach.astype(int) @ layer.astype(int)) > 0
    return reach
