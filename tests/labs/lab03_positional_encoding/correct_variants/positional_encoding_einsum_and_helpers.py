# task: positional_encoding
# style: Helpers in later cells, einsum for the outer product, and a print.
# %%
def positional_encoding(seq_length, d_model):
    print("encoding", seq_length, d_model)
    return interleave(angle_table(seq_length, d_model), d_model)
# %%
import numpy as np


def angle_table(seq_length, d_model):
    w = 1 / np.power(10_000, np.arange(0, d_model, 2) / d_model)
    return np.einsum("p,i->pi", np.arange(seq_length, dtype=float), w)


def interleave(angles, d_model):
    table = np.zeros((angles.shape[0], d_model))
    table[:, ::2] = np.sin(angles)
    table[:, 1::2] = np.delete(np.cos(angles), np.s_[d_model // 2 :], axis=1)
    return table
