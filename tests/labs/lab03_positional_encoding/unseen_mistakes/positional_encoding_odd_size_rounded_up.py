# task: positional_encoding
# mistake: Computes an even size and cuts the last column off, so that all exponents are those of another d_model.
# diagnosis: encoding-of-the-next-even-size
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    even = d_model + d_model % 2
    angle = np.arange(seq_length)[:, None] / 10000 ** (np.arange(0, even, 2) / even)
    pe = np.zeros((seq_length, even))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe[:, :d_model]
