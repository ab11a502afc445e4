# task: positional_encoding
# style: Everything in single precision, as in a deep learning library.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    position = np.arange(seq_length, dtype=np.float32)[:, None]
    rates = np.exp(np.arange(0, d_model, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / d_model))
    pe = np.zeros((seq_length, d_model), dtype=np.float32)
    pe[:, 0::2] = np.sin(position * rates)
    pe[:, 1::2] = np.cos(position * rates)[:, : pe[:, 1::2].shape[1]]
    return pe
