# task: positional_encoding
# mistake: The first position is 1 and not 0.
# diagnosis: encoding-counts-from-one
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    position = np.arange(1, seq_length + 1)[:, np.newaxis]
    column = np.arange(d_model)
    angle = position / 10000 ** (2 * (column // 2) / d_model)
    pe = np.sin(angle)
    pe[:, 1::2] = np.cos(angle[:, 1::2])
    return pe
