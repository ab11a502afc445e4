# task: create_causal_mask
# style: Two loops that write into an array of False.
# %%
import numpy as np


def create_causal_mask(seq_length):
    mask = np.zeros((seq_length, seq_length), dtype=bool)
    for i in range(seq_length):
        for j in range(i + 1):
            mask[i, j] = True
    return mask
