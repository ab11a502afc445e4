# task: positional_encoding
# mistake: Multiplies the position by 10000^(2i/d) where it should divide.
# diagnosis: encoding-frequencies-grow
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    k = np.arange(0, d_model, 2)
    angle = np.arange(seq_length)[:, None] * np.power(10000.0, k / d_model)
    out = np.zeros((seq_length, d_model))
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return out
