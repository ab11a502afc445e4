# task: create_causal_mask
# mistake: Also lets every token see the next one.
# diagnosis: causal-sees-one-ahead
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    mask = np.full((seq_length, seq_length), False)
    for i in range(seq_length):
        mask[i, : i + 2] = True
    return mask
