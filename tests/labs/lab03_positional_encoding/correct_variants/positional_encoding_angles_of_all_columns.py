# task: positional_encoding
# style: A full table of angles by i // 2, then sines and cosines in place.
# %%
import numpy as np


def get_angles(pos, i, d_model):
    return pos / np.power(10000, (2 * (i // 2)) / np.float64(d_model))


def positional_encoding(seq_length, d_model):
    angles = get_angles(np.arange(seq_length)[:, None], np.arange(d_model)[None, :], d_model)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return angles
