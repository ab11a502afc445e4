# task: receptive_field
# mistake: Multiplies entry by entry and gets no farther than one layer.
# diagnosis: field-of-one-layer
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    eye = np.eye(len(mask), dtype=bool)
    reach = eye | mask if num_layers else eye
    for _ in range(num_layers):
        reach = reach * (eye | mask)
    return reach
