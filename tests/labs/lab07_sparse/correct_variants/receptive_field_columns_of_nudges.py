# task: receptive_field
# style: It nudges every input and lets the layers add.
# %%
import numpy as np


def receptive_field(mask, num_layers):
    signal = np.eye(len(mask))
    for _ in range(num_layers):
        signal = signal + np.asarray(mask, dtype=float) @ signal
    return signal != 0
