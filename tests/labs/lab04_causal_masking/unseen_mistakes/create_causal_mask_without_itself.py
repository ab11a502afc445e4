# task: create_causal_mask
# mistake: Leaves out the diagonal, so that no token sees itself.
# diagnosis: causal-hides-itself
# %%
import numpy as np


# %%
def create_causal_mask(seq_length):
    pos = np.arange(seq_length)
    return pos[None, :] < pos[:, None]
