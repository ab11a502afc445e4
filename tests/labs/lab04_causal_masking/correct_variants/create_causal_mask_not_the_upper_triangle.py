# task: create_causal_mask
# style: The upper triangle above the diagonal, turned into its opposite.
# %%
import numpy as np


def create_causal_mask(seq_length):
    future = np.triu(np.ones((seq_length, seq_length)), k=1).astype(bool)
    return ~future
