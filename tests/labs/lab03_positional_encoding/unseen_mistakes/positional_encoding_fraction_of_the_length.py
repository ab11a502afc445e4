# task: positional_encoding
# mistake: Divides the positions by the length of the sequence.
# diagnosis: encoding-of-fractions-of-the-length
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    position = np.linspace(0, 1, seq_length, endpoint=False)
    freq = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.einsum("n,f->nf", position, freq)
    pe = np.repeat(angle, 2, axis=1)[:, :d_model]
    pe[:, 0::2] = np.sin(pe[:, 0::2])
    pe[:, 1::2] = np.cos(pe[:, 1::2])
    return pe
