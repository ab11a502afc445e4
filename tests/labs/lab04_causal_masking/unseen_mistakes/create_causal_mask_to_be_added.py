# task: create_causal_mask
# mistake: Returns 0 and minus infinity, a mask that is meant to be added.
# diagnosis: causal-of-infinities
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    mask = np.zeros((seq_length, seq_length))
    mask[np.triu_indices(seq_length, k=1)] = -np.inf
    return mask
