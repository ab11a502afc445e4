# task: create_causal_mask
# mistake: Is True where a token may not look.
# diagnosis: causal-true-means-hidden
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    rows, cols = np.indices((seq_length, seq_length))
    return cols > rows
