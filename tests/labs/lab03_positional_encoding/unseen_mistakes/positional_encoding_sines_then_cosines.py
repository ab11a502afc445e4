# task: positional_encoding
# mistake: Puts all sines into the first half of the columns and all cosines into the second.
# diagnosis: encoding-halves
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    position = np.arange(seq_length)[:, None]
    pairs = np.arange(0, d_model, 2)
    angle = position / 10000 ** (pairs / d_model)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)[:, :d_model]
