# task: positional_encoding
# mistake: Takes log10 and e together, so that the base is in truth e^4.
# diagnosis: encoding-with-the-common-logarithm
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pos = np.arange(seq_length)[:, np.newaxis]
    div = np.exp(np.arange(0, d_model, 2) * -(np.log10(10000.0) / d_model))
    pe = np.zeros((seq_length, d_model))
    pe[:, 0::2] = np.sin(pos * div)
    pe[:, 1::2] = np.cos(pos * div[: d_model // 2])
    return pe
