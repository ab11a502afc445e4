# task: receptive_field
# mistake: Goes on until nothing new is reached, however many layers there are.
# diagnosis: field-of-endless-layers
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    reach = np.eye(len(mask), dtype=bool)
    if num_layers == 0:
        return reach
    while True:
        new = reach | (reach @ mask)
        if (new == reach).all():
            return reach
        reach = new
