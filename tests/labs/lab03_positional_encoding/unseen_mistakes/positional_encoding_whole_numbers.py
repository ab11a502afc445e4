# task: positional_encoding
# mistake: Writes into an array of integers, in which nearly all is 0.
# diagnosis: encoding-in-whole-numbers
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pe = np.array([[0] * d_model] * seq_length)
    for p in range(seq_length):
        for c in range(d_model):
            a = p / 10000 ** ((c - c % 2) / d_model)
            pe[p, c] = np.sin(a) if c % 2 == 0 else np.cos(a)
    return pe
