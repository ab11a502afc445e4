# task: add_positions
# mistake: Takes the last rows of the table and not the first.
# diagnosis: positions-from-the-end
# %%
import numpy as np


# %%
def add_positions(x, encoding):
    n = x.shape[-2]
    if n > encoding.shape[0]:
        raise ValueError("n is larger than max_length")
    return x + encoding[-n:]
