# task: positional_encoding
# mistake: Counts pairs by d_model // 2, so that the last column of an odd size is missing.
# diagnosis: encoding-odd-column-missing
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pairs = d_model // 2
    freq = np.exp(-np.log(10000) * 2 * np.arange(pairs) / d_model)
    angle = np.outer(np.arange(seq_length), freq)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(seq_length, 2 * pairs)
