# task: receptive_field
# style: Fast powers by squaring.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    n = len(mask)
    power, field = mask | np.eye(n, dtype=bool), np.eye(n, dtype=bool)
    while num_layers:
        if num_layers % 2:
            field = field @ power
        power = power @ power
        num_layers //= 2
    return field
