# task: positional_encoding
# mistake: Has as many cosines as sines, which do not fit into an odd number of columns.
# diagnosis: encoding-odd-size-does-not-fit
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pos = np.arange(seq_length).reshape(-1, 1)
    freq = 1.0 / 10000.0 ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((seq_length, d_model))
    table[:, ::2] = np.sin(pos * freq)
    table[:, 1::2] = np.cos(pos * freq)
    return table
