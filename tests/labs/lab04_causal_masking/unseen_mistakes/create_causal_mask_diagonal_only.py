# task: create_causal_mask
# mistake: Compares for equality and keeps nothing but the diagonal.
# diagnosis: causal-sees-only-itself
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    i = np.arange(seq_length)
    return i[:, np.newaxis] == i
