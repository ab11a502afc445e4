# task: create_causal_mask
# style: Row numbers compared with column numbers by broadcasting.
# %%
import numpy as np


def create_causal_mask(seq_length):
    i = np.arange(seq_length)
    return i[:, None] >= i[None, :]
