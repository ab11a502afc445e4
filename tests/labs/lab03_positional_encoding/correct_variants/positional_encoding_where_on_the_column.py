# task: positional_encoding
# style: np.where chooses sine or cosine for each column.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    columns = np.arange(d_model)
    angles = np.outer(np.arange(seq_length), 10000.0 ** (-(columns - columns % 2) / d_model))
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
