# task: positional_encoding
# style: np.fromfunction over the indices of both axes.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    def entry(pos, col):
        angle = pos / 10000.0 ** (2 * np.floor(col / 2) / d_model)
        return np.where(col % 2 == 1, np.cos(angle), np.sin(angle))

    return np.fromfunction(entry, (seq_length, d_model))
