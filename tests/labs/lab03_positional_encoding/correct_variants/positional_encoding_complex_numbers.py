# task: positional_encoding
# style: Unit complex numbers, raised to the position; parts interleaved by a view.
# %%
import numpy as np


def positional_encoding(seq_length, d_model):
    hands = np.exp(1j * np.outer(np.arange(seq_length), 10000.0 ** (-np.arange(0, d_model, 2) / d_model)))
    pairs = np.stack([hands.imag, hands.real], axis=-1)
    return pairs.reshape(seq_length, -1)[:, :d_model]
