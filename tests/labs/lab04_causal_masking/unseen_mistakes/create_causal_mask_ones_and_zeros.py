# task: create_causal_mask
# mistake: Returns the numbers 1 and 0 and not True and False.
# diagnosis: causal-of-numbers
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    return np.tril(np.ones((seq_length, seq_length)))
