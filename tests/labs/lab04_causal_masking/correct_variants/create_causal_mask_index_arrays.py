# task: create_causal_mask
# style: The places of the lower triangle as index arrays.
# %%
import numpy as np


def create_causal_mask(seq_length):
    mask = np.full((seq_length, seq_length), False)
    mask[np.tril_indices(seq_length)] = True
    return mask
