# task: positional_encoding
# mistake: Uses the number of the column as the exponent, so that a cosine has another angle than its sine.
# diagnosis: encoding-cosine-has-its-own-exponent
# %%
import numpy as np


# %%
def positional_encoding(seq_length, d_model):
    pe = np.zeros((seq_length, d_model))
    for pos in range(seq_length):
        for j in range(d_model):
            angle = pos / 10000 ** (j / d_model)
            pe[pos, j] = np.sin(angle) if j % 2 == 0 else np.cos(angle)
    return pe
