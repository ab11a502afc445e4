# task: positional_encoding
# style: The cosine as the sine of an angle that is a quarter turn further on.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    j = np.arange(d_model)
    return np.sin(np.arange(seq_length)[:, None] / 1e4 ** (2 * (j // 2) / d_model) + (j % 2) * np.pi / 2)
