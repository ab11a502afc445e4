# task: create_causal_mask
# mistake: Adds an axis in front for a batch that nobody asked for.
# diagnosis: causal-with-a-batch-axis
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    mask = np.tri(seq_length, dtype=bool)
    return mask[np.newaxis]
