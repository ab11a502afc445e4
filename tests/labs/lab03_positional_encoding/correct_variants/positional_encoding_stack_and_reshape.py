# task: positional_encoding
# style: Sines and cosines stacked on a last axis and flattened; the odd column cut off.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    half = -(-d_model // 2)
    angles = np.arange(seq_length)[:, None] * np.power(10000.0, -2.0 * np.arange(half) / d_model)[None]
    return np.dstack((np.sin(angles), np.cos(angles))).reshape(seq_length, 2 * half)[:, :d_model]
