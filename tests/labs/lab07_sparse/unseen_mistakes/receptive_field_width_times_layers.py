# task: receptive_field
# mistake: Takes every mask for a window and multiplies its width.
# diagnosis: none
# %%
import numpy as np


# %%
def receptive_field(mask, num_layers):
    i, j = np.nonzero(mask)
    back, ahead = max((i - j).max(), 0), max((j - i).max(), 0)
    d = np.arange(len(mask))[:, None] - np.arange(len(mask))
    return (d <= back * num_layers) & (d >= -ahead * num_layers)
