# task: positional_encoding
# mistake: Divides by // in the exponent, which makes it 0 for every column.
# diagnosis: encoding-exponents-all-zero
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pe = np.zeros((seq_length, d_model))
    for pos in range(seq_length):
        for k in range(0, d_model, 2):
            pe[pos, k] = np.sin(pos / 10000 ** (k // d_model))
            if k + 1 < d_model:
                pe[pos, k + 1] = np.cos(pos / 10000 ** (k // d_model))
    return pe
