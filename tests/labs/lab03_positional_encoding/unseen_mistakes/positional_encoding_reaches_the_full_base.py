# task: positional_encoding
# mistake: Spreads the frequencies so that the last pair is turned by exactly 1/10000, as if there were one pair less.
# diagnosis: encoding-exponents-reach-one
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pairs = (d_model + 1) // 2
    exponents = np.arange(pairs) / max(pairs - 1, 1)
    angle = np.arange(seq_length)[:, None] * 10000.0**-exponents
    pe = np.zeros((seq_length, d_model))
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle)[:, : d_model // 2]
    return pe
