# task: positional_encoding
# mistake: Swaps the two: cosine in the even columns, sine in the odd ones.
# diagnosis: encoding-sine-and-cosine-swapped
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    position = np.arange(seq_length)[:, np.newaxis]
    column = np.arange(d_model)
    angle = position * 10000.0 ** -((column - column % 2) / d_model)
    return np.where(column % 2, np.sin(angle), np.cos(angle))
