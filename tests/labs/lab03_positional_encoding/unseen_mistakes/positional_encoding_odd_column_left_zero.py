# task: positional_encoding
# mistake: Fills whole pairs only and leaves the last column of an odd size zero.
# diagnosis: encoding-odd-column-left-empty
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pe = np.zeros((seq_length, d_model))
    position = np.arange(seq_length)
    for i in range(d_model // 2):
        angle = position / 10000 ** (2 * i / d_model)
        pe[:, 2 * i] = np.sin(angle)
        pe[:, 2 * i + 1] = np.cos(angle)
    return pe
