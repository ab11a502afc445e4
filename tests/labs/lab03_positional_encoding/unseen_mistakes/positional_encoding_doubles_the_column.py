# task: positional_encoding
# mistake: Puts the column number where the number of the pair belongs: the exponents run up to 2.
# diagnosis: encoding-doubled-exponents-of-columns
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pos, i = np.mgrid[:seq_length, :d_model]
    angle = pos / np.power(10000.0, 2 * i / d_model)
    return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))
